// Laid down by the skeleton.
