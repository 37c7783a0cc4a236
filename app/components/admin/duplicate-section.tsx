import { Form } from 'react-router'
import type { Notice } from '#app/models/messages.ts'
import { duplicationPlanned, duplicationQuestion } from '#app/models/owner-messages.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoticeBox } from '../ui/notice.tsx'
import { AdminCard, AdminSection } from './admin-section.tsx'
import { RowForm } from './row-form.tsx'
import { useBusy } from './submitting.ts'

type Reply = {
  readonly kind: 'preview' | 'result' | 'failed'
  readonly notices: readonly Notice[]
  readonly planned: readonly { readonly title: string; readonly handle: string }[]
  readonly json: string | null
}

const PRODUCTS_PAGE = '/admin/products'
const BUSY = 'Duplicating...'

/** Previews and creates UK copies of the US products. Spec: 2 Admin */
export function DuplicateSection({ reply }: { reply?: Reply }) {
  const previewing = useBusy({ intent: 'preview' })
  const duplicating = useBusy({ intent: 'duplicate' })
  return (
    <AdminSection id="duplicate" title="Copy US products to the UK store">
      <AdminCard>
        <div>
          <p className="text-sm text-quiet">
            Makes a UK copy of each US product that has none, with the same figures in pounds. Nothing that
            exists is changed.
          </p>
          <Form
            method="post"
            action={PRODUCTS_PAGE}
            className="mt-6 flex flex-wrap items-end gap-4 max-md:*:w-full"
          >
            <Button name="intent" value="preview" busy={previewing}>
              Show me first
            </Button>
            <Button name="intent" value="duplicate" variant="ghost" busy={duplicating} busyLabel={BUSY}>
              <Icon name="copy" /> Duplicate products
            </Button>
          </Form>
        </div>
        {reply ? <DuplicationResult reply={reply} /> : null}
      </AdminCard>
    </AdminSection>
  )
}

function DuplicationResult({ reply: { notices, kind, planned, json } }: { reply: Reply }) {
  return (
    <div className="grid gap-3">
      {notices.map((notice) => (
        <NoticeBox key={notice.title} notice={notice} />
      ))}
      {kind === 'preview' ? (
        <div role="status" className="grid gap-3">
          <h3 className="text-lg leading-heading">{duplicationPlanned(planned.length)}</h3>
          <ul className="text-sm">
            {planned.map(({ title, handle }) => (
              <li key={handle}>
                {title} <code className="wrap-anywhere text-quiet">{handle}</code>
              </li>
            ))}
          </ul>
          {planned.length === 0 ? null : (
            <>
              <p>{duplicationQuestion(planned.length)}</p>
              <RowForm action={PRODUCTS_PAGE} fields={{ intent: 'duplicate' }} busyLabel={BUSY}>
                Create
              </RowForm>
            </>
          )}
        </div>
      ) : null}
      {json === null ? null : (
        <>
          <h3 className="text-lg leading-heading">Result (JSON)</h3>
          <pre
            data-ground="theatre"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
            tabIndex={0}
            className="max-h-88 overflow-auto rounded-board bg-soot px-6 py-5 text-hint leading-relaxed"
          >
            {json}
          </pre>
        </>
      )}
    </div>
  )
}
