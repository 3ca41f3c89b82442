"""What people see of a Swiss event: pages, paper, reasons, the form that opens one."""
