export const root: string
export function nodePath(): string
/** Node arguments for build and test tools. */
export const toolArguments: string[]
export function environment(extra?: Record<string, string>): Record<string, string>
export function run(command: string, args: string[], extra?: Record<string, string>): void
export function ensureInstalled(): void
export function ensureBuilt(): void
