/** The pattern of LIKE that finds this text anywhere: `%`, `_` and `\` in it stand for themselves. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
