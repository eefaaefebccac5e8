"""The parts of the benchmark: processes, servers, load, the measured rows and the report."""
