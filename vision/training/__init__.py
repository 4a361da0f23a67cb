"""Where the reader's networks come from: random scenes, photographs, nets and their training.

Nothing in here is imported at run time; it needs the packages of `pip install -e '.[train]'`. README.md says
how the weights in vision/network/ were made and under which licences.
"""
