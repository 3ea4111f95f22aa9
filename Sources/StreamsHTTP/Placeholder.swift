// Laid down by the skeleton; replaced as the module grows.
