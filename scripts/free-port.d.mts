/** @param wanted taken if it is free; otherwise any port is */
export function freePort(wanted?: number): Promise<number>
