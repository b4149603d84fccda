/** What several servers of a test sign sign-in tokens with: each takes those of the others. */
export const TOKEN_SECRET = 'kX9v2mQ7pL4tR8wZ1sD6fG3hJ5nB0cYaUeIoTqWx'
