export const root: string
export function nodePath(): string
/** Node arguments for build and test tools. */
export const toolArguments: string[]
export function environment(extra?: Record<string, string>): Record<string, string>
export function run(command: string, args: string[], extra?: Record<string, string>): void
type Lock = { readonly packages: Record<string, { readonly version?: string; readonly name?: string }> }
export function withTarballUrls<L extends Lock>(lock: L, registry: string): L
export function ensureInstalled(): void
export function ensureBuilt(): void
