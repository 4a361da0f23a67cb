"""How fast the table's parts are, each as a ratio against something of the same run."""
