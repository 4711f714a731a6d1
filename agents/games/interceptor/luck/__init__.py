"""The luck of a career: the bombers that its dice and cards brought, measured decision by decision."""
