import { Form } from 'react-router'
import type { Notice } from '#app/models/messages.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoticeBox } from '../ui/notice.tsx'
import { AdminCard, AdminSection } from './admin-page.tsx'
import { useBusy } from './submitting.ts'

type Reply = { readonly notices: readonly Notice[]; readonly json: string | null }

/** Creates UK copies of the US products, and shows the result. Spec: 2 Admin */
export function DuplicateSection({ reply }: { reply?: Reply | undefined }) {
  const busy = useBusy({ intent: 'duplicate' })
  return (
    <AdminSection id="duplicate" title="Copy US products to the UK store">
      <AdminCard>
        <div>
          <p className="text-sm text-quiet">
            Makes a UK copy of each US product that has none, with the same figures in pounds. Nothing that
            exists is changed, and nothing is made twice.
          </p>
          <Form method="post" action="/admin/products" className="mt-6">
            <Button
              name="intent"
              value="duplicate"
              busy={busy}
              busyLabel="Duplicating..."
              className="max-md:w-full"
            >
              <Icon name="copy" /> Duplicate products
            </Button>
          </Form>
        </div>
        {reply ? (
          <div className="grid gap-3">
            {reply.notices.map((notice) => (
              <NoticeBox key={notice.title} notice={notice} />
            ))}
            {reply.json === null ? null : <Json text={reply.json} />}
          </div>
        ) : null}
      </AdminCard>
    </AdminSection>
  )
}

function Json({ text }: { text: string }) {
  return (
    <>
      <h3 className="text-lg leading-heading">Result (JSON)</h3>
      <pre
        data-ground="theatre"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
        tabIndex={0}
        className="max-h-88 overflow-auto rounded-board bg-soot px-6 py-5 text-hint leading-relaxed"
      >
        {text}
      </pre>
    </>
  )
}
