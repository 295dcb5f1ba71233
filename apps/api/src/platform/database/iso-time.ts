/** SQL: a time as the contract has it. In JSON PostgreSQL writes it with an offset, which the contract refuses. */
export const isoTime = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
