"""Games in large numbers: series, ratings, statistics, files of results, and benchmarks of speed."""
