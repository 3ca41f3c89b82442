"""What people see of an event of pods: pages, paper, reasons, the form that opens one."""
