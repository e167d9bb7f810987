"""What people read of questions: prompts, answers, and why an answer is not allowed."""
