// Replaced by the graph.
