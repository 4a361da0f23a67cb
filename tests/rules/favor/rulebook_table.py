"""Which tests hold the engine to which words of the rulebook: by section and sentence, by tile, by die face.

`test_the_rulebook_is_covered` fails where a tile or a power face has no test, a test named here does not
exist, or a sentence does not stand in the rulebook.
"""

from __future__ import annotations

START_DICE = "test_powers_each_tile_gives_the_dice_to_roll_that_it_says_and_no_others"
START_TOKENS = "test_powers_each_tile_gives_the_tokens_before_the_first_roll_that_it_says"
BRINGS = "test_tiles_that_bring_a_die_bring_it_after_a_roll_with_their_value"
NOT_AT_START = "test_powers_tiles_that_bring_dice_in_after_a_roll_add_none_to_the_start_of_the_turn"
GROWS = "test_the_growing_die_enters_with_1_after_the_first_roll_and_grows_by_1_each_roll"
STOPS = "test_the_growing_die_does_not_grow_by_a_reroll_and_stops_at_6"
DEAD = "test_the_dead_lock_a_die_of_any_face_once_all_rolled_dice_are_locked"
ONCE_A_GAME = "test_powers_a_red_tile_is_used_once_a_game_and_stays_face_down"
ONCE = "test_a_tile_works_once_a_turn_and_a_red_one_once_a_game"
STAR = "test_dice_a_star_adjusts_one_active_die_to_any_other_face"
ITSELF = "test_dice_a_star_may_adjust_its_own_die"
LOCKED_STARS = "test_dice_the_artisan_star_locked_counts_1_and_the_intrigue_stars_nothing"

TILES: dict[str, tuple[str, ...]] = {
    "herder": (
        "test_a_herder_takes_any_roll_of_at_least_one_die",
        "test_herder_gains_a_standard_die_after_locking_2_matching_dice_on_one_roll",
        "test_herder_needs_2_dice_of_one_value_in_one_lock",
        "test_herder_is_used_before_the_next_roll_also_when_all_is_locked",
    ),
    "farmer": (START_DICE,),
    "guard": (BRINGS, NOT_AT_START),
    "indentured-worker": ("test_indentured_worker_gives_1_token_when_claimed", START_DICE),
    "serf": (START_DICE,),
    "worker": (BRINGS, NOT_AT_START),
    "beggar": (START_TOKENS,),
    "servant": (
        "test_servant_adds_1_2_or_3_pips_to_an_active_die",
        "test_servant_adds_neither_more_nor_less_nor_to_two_dice",
    ),
    "soothsayer": (
        "test_soothsayer_moves_any_number_of_pips_between_two_active_dice",
        "test_soothsayer_needs_two_dice_with_pips",
        "test_moving_pips_keeps_the_total",
    ),
    "ankh": (
        "test_ankh_gives_as_many_tokens_as_there_are",
        "test_secret_passages_ankh_doubles_what_was_drawn_before",
    ),
    "omen": ("test_omen_gives_another_turn_with_one_fewer_standard_die",),
    "ancestral-guidance": (
        "test_ancestral_guidance_gives_2_tokens_and_a_die_for_the_next_roll",
        "test_ancestral_guidance_may_be_used_before_the_first_roll_and_when_all_is_locked",
    ),
    "artisan": (START_DICE,),
    "builder": (START_DICE, START_TOKENS),
    "noble-adoption": (START_DICE,),
    "palace-servants": (START_DICE,),
    "soldier": (BRINGS, NOT_AT_START),
    "grain-merchant": ("test_grain_merchant_rerolls_1_or_more_active_dice_and_then_gains_1_token",),
    "entertainer": (
        "test_entertainer_flips_any_number_of_dice_custom_ones_too",
        "test_entertainer_turns_a_die_upside_down_and_to_no_other_face",
    ),
    "matchmaker": (
        "test_matchmaker_adjusts_1_active_die_to_match_any_locked_die",
        "test_matchmaker_matches_no_face_without_a_value",
    ),
    "good-omen": ("test_good_omen_gives_another_turn",),
    "palace-key": ("test_palace_key_adds_2_standard_dice_to_the_start_of_one_turn", ONCE_A_GAME),
    "spirit-of-the-dead": (
        DEAD,
        "test_spirit_of_the_dead_is_used_once_a_game_and_priest_of_the_dead_once_a_turn",
    ),
    "charioteer": (BRINGS, NOT_AT_START),
    "conspirator": (START_DICE,),
    "overseer": (BRINGS, NOT_AT_START),
    "ship-captain": (START_DICE,),
    "tomb-builder": (START_DICE, START_TOKENS),
    "head-servant": ("test_head_servant_adjusts_any_number_of_active_immediate_dice_to_any_faces",),
    "master-artisan": ("test_master_artisan_adjusts_1_active_die_to_any_other_face",),
    "priest": ("test_priest_adds_1_pip_to_any_number_of_active_dice",),
    "bad-omen": (
        "test_bad_omen_has_each_other_player_leave_out_2_dice_of_their_choice",
        "test_bad_omen_adds_a_standard_die_to_its_owners_next_turn_and_no_other",
        "test_bad_omen_is_played_after_the_turn",
        "test_bad_omen_does_not_touch_the_roll_off_but_its_own_die_is_rolled",
    ),
    "burial-mask": ("test_burial_mask_gives_5_tokens_once",),
    "royal-decree": (
        "test_royal_decree_adds_3_immediate_dice_to_a_turn_of_the_roll_off",
        "test_what_is_for_the_roll_off_is_not_used_before",
    ),
    "embalmer": (BRINGS, NOT_AT_START),
    "estate-overseer": (START_TOKENS, GROWS, STOPS),
    "grain-trader": (START_DICE, START_TOKENS),
    "priest-of-the-dead": (
        DEAD,
        "test_spirit_of_the_dead_is_used_once_a_game_and_priest_of_the_dead_once_a_turn",
    ),
    "royal-attendants": (START_DICE,),
    "astrologer": (
        "test_astrologer_moves_pips_among_up_to_three_active_dice",
        "test_moving_pips_keeps_the_total",
    ),
    "priestess": (
        "test_priestess_adds_exactly_2_pips_to_any_number_of_active_dice",
        "test_powers_exactly_2_pips_have_no_effect_on_5s_and_symbols",
    ),
    "surveyor": (
        "test_surveyor_replaces_1_active_die_with_2_immediate_dice_of_the_same_sum",
        "test_surveyor_brings_nothing_else",
        "test_surveyors_dice_may_be_adjusted_but_must_be_locked_before_the_next_roll",
    ),
    "pharaohs-gift": (
        "test_pharaohs_gift_redoes_the_roll_off_turn_without_what_was_spent",
        "test_pharaohs_gift_is_used_after_the_turns_dice_are_locked",
    ),
    "secret-passage": (
        "test_secret_passage_brings_up_to_two_level_3_tiles",
        "test_further_tiles_need_no_requirement_but_must_still_be_there",
    ),
    "treasure": (
        "test_treasure_divides_the_locked_dice_into_two_groups_that_each_claim",
        "test_treasure_claims_one_tile_with_each_group",
        "test_treasure_claims_nothing_else",
        "test_treasure_is_used_after_claiming_a_tile_possibly_itself",
        "test_treasure_is_used_once_a_game",
    ),
    "queen": (
        "test_final_roll_off_the_queen_brings_the_pharaoh_and_announces_the_roll",
        "test_queen_brings_a_die_of_any_value",
        "test_the_queens_owner_brings_a_die_in_the_final_turn",
    ),
    "general": (START_DICE,),
    "grand-vizier": (START_DICE,),
    "granary-master": (START_DICE, GROWS, STOPS),
    "heir": ("test_heir_adds_1_or_2_pips_to_any_number_of_active_dice",),
    "royal-astrologer": ("test_royal_astrologer_adjusts_custom_and_immediate_dice_to_any_other_faces",),
    "royal-mother": (
        "test_royal_mother_replaces_immediate_and_serf_dice_with_tokens_and_standard_dice_to_roll",
        "test_royal_mother_replaces_no_other_dice",
    ),
    "queens-favor": (
        "test_queens_favor_brings_a_yellow_or_blue_tile_of_level_6_or_lower_and_another_turn",
        "test_queens_favor_gives_the_turn_also_where_no_tile_is_wanted",
    ),
    "royal-death": (
        "test_royal_death_is_played_at_once",
        "test_royal_death_lets_its_owner_begin_the_roll_off_with_2_more_immediate_dice",
        "test_royal_death_sets_seven_1s_to_be_beaten",
        "test_royal_death_that_nobody_beats_names_the_best_roll",
    ),
    "royal-power": ("test_royal_power_brings_up_to_two_blue_tiles_of_level_6_or_lower",),
}

FACES: dict[str, tuple[str, ...]] = {
    "artisan:star": (
        STAR,
        ITSELF,
        LOCKED_STARS,
    ),
    "intrigue:double-star": (
        "test_dice_the_intrigue_stars_adjust_up_to_two_dice",
        ITSELF,
        LOCKED_STARS,
    ),
    "voyage:star": (STAR, ITSELF),
    "voyage:reroll": ("test_dice_the_voyage_reroll_rerolls_any_active_die_itself_too",),
    "voyage:blocked": ("test_dice_the_voyage_blocked_face_has_no_value_but_may_be_locked",),
    "voyage:gain": ("test_dice_a_locked_gain_face_gives_2_standard_dice_to_roll",),
    "decree:decree": (
        STAR,
        ITSELF,
        "test_dice_a_locked_decree_face_borrows_a_tile_of_another_player",
        "test_dice_the_borrowed_tile_goes_back_after_the_turn",
        "test_dice_a_borrowed_red_tile_is_used_whatever_its_face_and_returns_with_it",
        "test_dice_what_acts_at_turn_start_or_after_all_is_locked_is_not_borrowed",
    ),
}
"""Every face without pips, and its tests."""

SENTENCES: dict[str, dict[str, tuple[str, ...]]] = {
    "Contents": {
        "12 Standard dice": ("test_the_box_has_the_eight_kinds_and_twenty_six_dice",),
        "36 Priesthood tiles": ("test_the_box_has_the_tiles_that_its_contents_count",),
        "31 Reroll tokens": (
            "test_scarab_tokens_of_a_kind_that_are_all_out_cannot_be_drawn",
            "test_whole_games_end_keep_the_table_whole_and_replay_from_json",
        ),
    },
    "Level Bars": {
        "Each level has an A side and a B side": (
            "test_the_engine_has_the_rulebooks_ten_bars_with_four_places_each",
            "test_these_locked_dice_may_claim",
            "test_these_locked_dice_may_not_claim_and_the_reason_says_why",
        ),
    },
    "First Game Setup": {
        "Below each strip, place the tiles as shown": (
            "test_first_game_setup_lays_out_the_tiles_that_it_names",
        ),
        "Add extra copies of these tiles depending on the number of players": (
            "test_stacks_have_the_size_that_first_game_setup_gives_for_the_players",
        ),
    },
    "Later Games": {
        "Roll a die (odd=A, even=B) for each bar": (
            "test_later_games_an_odd_die_gives_side_a_and_an_even_one_side_b_from_level_3_up",
        ),
        "Always place the Queen tile under the 7-of-a-kind location": (
            "test_later_games_the_queen_always_takes_the_first_yellow_place_of_level_7",
        ),
        "using the number(s) in the upper left corner": (
            "test_later_games_the_corner_number_names_the_tile_of_its_place",
            "test_later_games_a_number_that_names_no_tile_is_rolled_again",
            "test_later_games_a_yellow_tile_already_laid_out_is_rolled_again",
        ),
    },
    "Player Setup": {
        "draw 1, 2, or 3 tokens, respectively": (
            "test_player_setup_clockwise_from_the_first_player_the_others_draw_1_2_and_3_tokens",
        ),
    },
    "Play": {
        "Play proceeds clockwise, starting with the first player": (
            "test_turns_go_clockwise_from_the_first_player",
            "test_claiming_the_end_of_a_turn_empties_the_pyramid_and_passes_clockwise",
        ),
        "A player begins by rolling 3 or more dice, based on his tiles": (
            "test_play_initially_a_player_rolls_3_standard_dice",
            "test_play_other_dice_than_those_to_be_rolled_are_refused_and_named",
            START_DICE,
        ),
        "Rolled dice are active": ("test_play_rolled_dice_are_active",),
        'a player must "lock" at least 1 active die': (
            "test_play_after_each_roll_at_least_one_active_die_must_be_locked",
            "test_play_only_active_dice_can_be_locked",
            "test_play_the_locks_offered_are_exactly_those_that_are_accepted",
        ),
        "before rerolling all his remaining active dice": (
            "test_play_all_remaining_active_dice_are_rerolled",
        ),
        "Active Immediate (white) dice must be locked after being rolled": (
            "test_play_active_immediate_dice_must_be_locked_after_being_rolled",
            "test_clara_must_lock_the_immediate_2_and_her_last_die",
        ),
        "Some tile powers bring more dice into play as active dice": (BRINGS,),
        "These may be used on dice, including newly brought in or Immediate (white) dice": (
            "test_a_die_brought_in_may_be_adjusted_locked_or_rerolled_normally",
            "test_surveyors_dice_may_be_adjusted_but_must_be_locked_before_the_next_roll",
        ),
        "If you ever run out of dice of a needed type": (
            "test_play_more_dice_than_the_box_has_are_named_and_the_game_goes_on",
        ),
        "may not be adjusted, rerolled, or brought back into play": (
            "test_play_locked_dice_may_not_be_adjusted",
            "test_play_locked_dice_may_not_be_rerolled_or_brought_back",
            "test_a_locked_die_moved_back_is_named_and_may_count",
        ),
        "you don't wish to bring any more dice into play": (
            "test_play_a_die_is_brought_in_when_all_dice_are_locked_too",
        ),
        "you may claim one tile whose requirements your locked dice satisfy": (
            "test_claiming_a_tile_needs_what_its_level_bar_asks",
            "test_claiming_only_when_all_active_dice_are_locked",
            "test_claiming_may_be_forgone_and_brings_no_tokens_then",
        ),
        "removing all dice from your pyramid and straightening any used tiles": (
            "test_claiming_the_end_of_a_turn_empties_the_pyramid_and_passes_clockwise",
            "test_powers_yellow_and_blue_tiles_are_straightened_at_the_end_of_the_turn",
        ),
    },
    "Scarab Tokens": {
        "Draw one randomly and place it face up": (
            "test_scarab_tokens_are_drawn_of_the_kind_that_chance_gives",
            "test_scarab_tokens_of_a_kind_that_are_all_out_cannot_be_drawn",
        ),
        "Each Scarab token may be used once per game": (
            "test_scarab_tokens_a_pip_token_adds_1_to_an_active_die_and_is_discarded",
            "test_scarab_tokens_a_reroll_token_rerolls_one_active_die_and_is_discarded",
        ),
        "If Scarab tokens ever run out, reshuffle the discarded tokens": (
            "test_scarab_tokens_when_they_run_out_the_discarded_ones_are_reshuffled",
            "test_scarab_tokens_an_empty_supply_ends_the_draw",
        ),
        "Use a reroll token to reroll one active die": ("test_scarab_tokens_a_reroll_token_is_for_one_die",),
        "add 1 to an active die showing a numeric value": (
            "test_scarab_tokens_a_pip_token_makes_nothing_else_of_a_die",
            "test_scarab_tokens_a_pip_token_changes_one_die",
            "test_scarab_tokens_the_artisan_star_is_a_1_that_a_token_makes_a_2",
        ),
        "You may use multiple tokens in succession": (
            "test_scarab_tokens_several_pip_tokens_may_be_used_on_one_die",
        ),
    },
    "Powers": {
        "Yellow and blue tiles may each be used once per turn": (
            "test_powers_a_blue_tile_is_used_once_a_turn",
            "test_powers_a_tile_brings_one_die_a_turn",
            ONCE,
        ),
        "abilities that can be used once per game during your turn": (ONCE_A_GAME, ONCE),
        "Yellow tile powers that provide dice to roll must be used each turn": (
            "test_powers_yellow_tiles_that_provide_dice_must_be_used_each_turn",
        ),
        'a power may not "interrupt" another power': (
            "test_scarab_tokens_a_reroll_token_rerolls_one_active_die_and_is_discarded",
            "test_claiming_blue_and_red_tiles_are_paid_before_they_act",
        ),
        "may not be used to add dice to those rolled to begin a turn": (NOT_AT_START,),
        "cannot increase their values beyond 6 (or to values they don't have)": (
            "test_pips_lift_no_die_beyond_its_values_and_touch_no_symbol",
            "test_a_power_never_makes_a_die_show_what_it_does_not_have",
        ),
        "a power that adds exactly 2 pips to dice would have no effect": (
            "test_powers_exactly_2_pips_have_no_effect_on_5s_and_symbols",
        ),
        "When shifting pips among dice, you must maintain their total": (
            "test_powers_when_shifting_pips_their_total_is_maintained",
            "test_moving_pips_keeps_the_total",
        ),
    },
    "Claiming Tiles": {
        "Only one tile may be claimed each turn": (
            "test_claiming_only_one_tile_each_turn",
            "test_claiming_once_is_all",
        ),
        "Players may not claim duplicates of tiles they previously claimed": (
            "test_claiming_no_tile_twice",
            "test_no_claim_gives_a_tile_that_is_owned",
        ),
        "your locked dice must satisfy the listed requirement": (
            "test_these_locked_dice_may_claim",
            "test_these_locked_dice_may_not_claim_and_the_reason_says_why",
            "test_every_roll_of_up_to_nine_standard_dice_is_judged_as_the_rulebook_says",
        ),
        "You may split a group of dice showing the same number": ("test_these_locked_dice_may_claim",),
        "you must have set aside at least the number of dice shown on that level bar": (
            "test_these_locked_dice_may_not_claim_and_the_reason_says_why",
        ),
        "Ignore symbols on die faces when checking these conditions": (
            "test_every_roll_of_up_to_seven_dice_with_symbols_is_judged_as_the_rulebook_says",
        ),
        "The Herder tile can be claimed by any set aside dice": (
            "test_claiming_the_herder_takes_any_locked_dice",
            "test_no_die_at_all_claims_no_herder",
        ),
        "take 2 tokens instead": (
            "test_claiming_a_herders_owner_who_can_claim_nothing_takes_2_tokens",
            "test_claiming_an_empty_handed_herders_owner_may_first_bring_in_more_dice",
        ),
        "Gain 1 token whenever you claim a blue tile; gain 2 tokens whenever you claim a red tile": (
            "test_claiming_a_blue_tile_brings_1_token_and_a_yellow_one_none",
            "test_claiming_a_red_tile_brings_2_tokens_of_the_kinds_that_were_drawn",
        ),
        "gain additional tokens if claiming additional Blue or Red tiles": (
            "test_secret_passage_brings_up_to_two_level_3_tiles",
            "test_treasure_divides_the_locked_dice_into_two_groups_that_each_claim",
        ),
    },
    "Sample Turn": {
        "Her result is 2-2-2-2-2-4": (
            "test_claras_turn_is_played_as_the_rulebook_tells_it",
            "test_claras_every_step_was_offered",
            "test_claras_dice_are_those_that_she_begins_with",
        ),
    },
    "Final Roll-Off": {
        "that player takes the Pharaoh and announces his roll": (
            "test_final_roll_off_the_queen_brings_the_pharaoh_and_announces_the_roll",
            "test_the_most_matching_dice_with_the_highest_value_are_announced",
        ),
        "gain 1 Die token": ("test_who_had_no_turn_this_round_gains_a_die_token",),
        "Starting with the next player clockwise": (
            "test_each_other_player_has_one_turn_clockwise_from_the_queens_owner",
        ),
        "No tiles are claimed during the Final Roll-Off": (
            "test_no_tiles_are_claimed_during_the_roll_off",
            "test_a_herders_owner_gets_no_tokens_in_the_roll_off",
        ),
        'For example, if the announced Pharaoh roll was "Seven 5s"': (
            "test_the_rulebooks_example_seven_5s_are_beaten_by_eight_of_any_value_or_seven_6s",
        ),
        "If a player succeeds, he announces his roll and takes the Pharaoh": (
            "test_who_beats_the_roll_takes_the_pharaoh_and_the_next_must_beat_that_roll",
        ),
        "then skip that player's turn": (
            "test_who_cannot_beat_the_roll_is_skipped_and_the_table_may_overrule_it",
            "test_who_may_beat_the_roll_is_not_skipped",
            "test_no_turn_by_chance_ends_with_more_dice_than_the_proof_allows",
        ),
        "a final turn to reclaim the Pharaoh": (
            "test_the_queens_owner_has_a_final_turn_if_another_holds_the_pharaoh",
            "test_the_queens_owner_has_no_further_turn_while_holding_the_pharaoh",
        ),
        "Then, the player with the Pharaoh wins": ("test_nothing_can_be_done_once_the_game_is_over",),
    },
    "Dice": {
        "They may be adjusted prior to being locked": (
            "test_surveyors_dice_may_be_adjusted_but_must_be_locked_before_the_next_roll",
        ),
        'This face is also a "1"': FACES["artisan:star"],
        "If the star face is showing when this die is locked, it has no value": FACES["intrigue:double-star"],
        "reroll any die (possibly the Voyage die)": FACES["voyage:reroll"],
        "the die has no value, but may be locked": FACES["voyage:blocked"],
        'If a "gain dice" face is locked, gain 2 Standard dice': FACES["voyage:gain"],
        "gain the use of another player's tile (that you do not have)": (
            "test_dice_a_locked_decree_face_borrows_a_tile_of_another_player",
            "test_dice_nothing_is_borrowed_that_the_player_has_or_that_nobody_else_has",
        ),
        "Return it after your turn with its face as it was": (
            "test_dice_the_borrowed_tile_goes_back_after_the_turn",
            "test_dice_a_borrowed_red_tile_is_used_whatever_its_face_and_returns_with_it",
        ),
        "A power whose effect takes place at turn start or after locking all dice cannot be used": (
            "test_dice_what_acts_at_turn_start_or_after_all_is_locked_is_not_borrowed",
        ),
    },
    "Symbols": {
        "it may then be adjusted, locked, or rerolled normally": (
            "test_a_die_brought_in_may_be_adjusted_locked_or_rerolled_normally",
        ),
        "any power on the new face takes effect": (
            "test_symbols_a_die_adjusted_to_a_power_face_acts",
            "test_symbols_a_power_face_acts_however_it_came_to_show",
        ),
    },
}
"""Section → words of a sentence that can be broken → the tests that fail when it is."""
