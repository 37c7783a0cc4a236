/** @param wanted returned if it is free; otherwise any free port is */
export function freePort(wanted?: number): Promise<number>
