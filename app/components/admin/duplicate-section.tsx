import { Form } from 'react-router'
import type { Notice } from '#app/models/messages.ts'
import { duplicationPlanned, duplicationQuestion } from '#app/models/owner-messages.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
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
  return (
    <AdminSection id="duplicate" title="Copy US products to the UK store">
      <AdminCard>
        <div>
          <p className="text-sm text-quiet">
            Makes a UK copy of each US product that has none, with the same figures in pounds. Nothing that
            exists is changed.
          </p>
          <Buttons />
        </div>
        {reply ? <DuplicationResult reply={reply} /> : null}
      </AdminCard>
    </AdminSection>
  )
}

const TWO_BUTTONS = 'mt-6 flex flex-wrap items-end gap-x-4 gap-y-5'

function Buttons() {
  const previewing = useBusy({ intent: 'preview' })
  const duplicating = useBusy({ intent: 'duplicate' })
  return (
    <Form method="post" action={PRODUCTS_PAGE} className={TWO_BUTTONS}>
      <Button name="intent" value="preview" className="max-md:w-full" busy={previewing}>
        Show me first
      </Button>
      <Button
        name="intent"
        value="duplicate"
        variant="ghost"
        className="max-md:w-full"
        busy={duplicating}
        busyLabel={BUSY}
      >
        <Icon name="copy" /> Duplicate products
      </Button>
    </Form>
  )
}

function DuplicationResult({ reply }: { reply: Reply }) {
  return (
    <div className="grid gap-3">
      {reply.notices.map((notice) => (
        <NoticeBox key={notice.title} notice={notice} />
      ))}
      {reply.kind === 'preview' ? <DuplicationPreview planned={reply.planned} /> : null}
      {reply.json === null ? null : (
        <>
          <h3 className="mt-3 text-lg leading-heading first:mt-0">Result (JSON)</h3>
          <JsonView json={reply.json} />
        </>
      )}
    </div>
  )
}

function DuplicationPreview({ planned }: { planned: Reply['planned'] }) {
  return (
    <div role="status">
      <h3 className="text-lg leading-heading">{duplicationPlanned(planned.length)}</h3>
      {planned.length === 0 ? null : (
        <>
          <ul className="mt-3 text-sm">
            {planned.map(({ title, handle }) => (
              <li key={handle}>
                {title} <code className="wrap-anywhere text-quiet">{handle}</code>
              </li>
            ))}
          </ul>
          <p className="mt-2.5">{duplicationQuestion(planned.length)}</p>
          <div className={cn(TWO_BUTTONS, 'max-md:*:w-full')}>
            <RowForm
              className="max-md:w-full"
              action={PRODUCTS_PAGE}
              fields={{ intent: 'duplicate' }}
              busyLabel={BUSY}
            >
              Create
            </RowForm>
            <ButtonLink variant="ghost" prefetch="none" to={PRODUCTS_PAGE}>
              Cancel
            </ButtonLink>
          </div>
        </>
      )}
    </div>
  )
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?/g

/** Formatted JSON with keys and strings highlighted. */
function JsonView({ json }: { json: string }) {
  const parts = []
  let end = 0
  for (const match of json.matchAll(TOKEN)) {
    const [whole, text, colon = ''] = match
    parts.push(json.slice(end, match.index))
    parts.push(
      colon ? (
        <b key={match.index} className="font-normal text-accent">
          {text}
        </b>
      ) : (
        <i key={match.index} className="text-good not-italic">
          {text}
        </i>
      ),
      colon,
    )
    end = match.index + whole.length
  }
  return (
    <pre
      data-ground="theatre"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
      tabIndex={0}
      className="max-h-88 overflow-auto rounded-board bg-soot px-6 py-5 text-hint leading-relaxed"
    >
      {parts}
      {json.slice(end)}
    </pre>
  )
}
