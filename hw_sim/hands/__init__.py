"""What people do at the simulated table, each verb once: Python, socket, scenario files."""
