"""The luck of a campaign: the points that its dice and cards brought, measured decision by decision."""
