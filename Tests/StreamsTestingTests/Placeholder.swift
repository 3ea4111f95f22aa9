// Replaced by the tests of virtual time.
