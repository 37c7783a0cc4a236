import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * The path of a file or folder of the project, searched upwards from this module, as the build moves the module but not
 * the files; else in the working directory.
 */
export function projectPath(path: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, path))) return join(folder, path)
    if (folder === dirname(folder)) return resolve(path)
  }
}
