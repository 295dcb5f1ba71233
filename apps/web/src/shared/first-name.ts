/** Enough where the whole name is nearby: 'Zoë' of 'Zoë van Dam'. */
export const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name;
