"""Whether what policies are worth depends on the cells of the charts that are ours and not the rulebook's."""
