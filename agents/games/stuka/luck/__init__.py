"""The luck of a war: the points that its dice and cards brought, measured chance event by chance event."""
