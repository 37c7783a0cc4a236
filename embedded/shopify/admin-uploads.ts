import { nextId, type Settings } from './settings.ts'

/** The storage that pictures are uploaded to before a product takes them; kept in memory. */
export function createUploads(settings: Settings, origin: () => string) {
  /** By address; null until it is uploaded. */
  const files = new Map<string, Uint8Array<ArrayBuffer> | null>()
  const base = () => `${origin()}/staged`

  return {
    resolvers: {
      stagedUploadsCreate({ input }: { input: readonly { filename: string }[] }) {
        const stagedTargets = input.map(({ filename }) => {
          const key = `${nextId(settings, 'File').split('/').at(-1)}/${filename}`
          const resourceUrl = `${base()}/${key}`
          files.set(resourceUrl, null)
          return { url: base(), resourceUrl, parameters: [{ name: 'key', value: key }] }
        })
        return { stagedTargets, userErrors: [] }
      },
    },
    /** Whether an address is one of this storage without its file. */
    isMissing: (url: string): boolean => url.startsWith(`${base()}/`) && !files.get(url),
    /** Takes an upload, or sends a file; null for any other address. */
    async handle(request: Request): Promise<Response | null> {
      if (!request.url.startsWith(base())) return null
      const file = files.get(request.url)
      if (file) return new Response(file, { headers: { 'Content-Type': 'image/jpeg' } })
      const form = request.method === 'POST' ? await request.formData() : null
      const url = `${base()}/${form?.get('key')}`
      const sent = form?.get('file')
      if (!(sent instanceof File) || !files.has(url)) return new Response(null, { status: 403 })
      files.set(url, new Uint8Array(await sent.arrayBuffer()))
      return new Response(null, { status: 201 })
    },
  }
}
