import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Path of a file of the project, from this module upwards: the build moves the module, but not the files. */
export function projectPath(path: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, path))) return join(folder, path)
    if (folder === dirname(folder)) return resolve(path)
  }
}
