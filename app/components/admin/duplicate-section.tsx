import { Form, Link } from 'react-router'
import type { Notice } from '../../models/messages.ts'
import { duplicationPlanned, duplicationQuestion } from '../../models/owner-messages.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoticeBox } from '../ui/notice.tsx'
import { JsonView } from './json-view.tsx'
import { RowForm } from './row-form.tsx'
import { useBusy } from './use-busy.ts'

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
    <section className="tb" aria-labelledby="duplicate">
      <div className="cap">
        <h2 id="duplicate">Copy US products to the UK store</h2>
      </div>
      <div className="dup">
        <div>
          <p className="muted small">
            Makes a UK copy of each US product that has none, with the same figures in pounds. Nothing that
            exists is changed.
          </p>
          <Buttons />
        </div>
        {reply ? <DuplicationResult reply={reply} /> : null}
      </div>
    </section>
  )
}

function Buttons() {
  const previewing = useBusy({ intent: 'preview' })
  const duplicating = useBusy({ intent: 'duplicate' })
  return (
    <Form method="post" action={PRODUCTS_PAGE} className="two-buttons">
      <Button name="intent" value="preview" busy={previewing}>
        Show me first
      </Button>
      <Button name="intent" value="duplicate" variant="ghost" busy={duplicating} busyLabel={BUSY}>
        <Icon name="copy" /> Duplicate products
      </Button>
    </Form>
  )
}

function DuplicationResult({ reply }: { reply: Reply }) {
  return (
    <div>
      {reply.notices.map((notice) => (
        <NoticeBox key={notice.title} notice={notice} />
      ))}
      {reply.kind === 'preview' ? <DuplicationPreview planned={reply.planned} /> : null}
      {reply.json === null ? null : (
        <>
          <h3 className="json">Result (JSON)</h3>
          <JsonView json={reply.json} />
        </>
      )}
    </div>
  )
}

function DuplicationPreview({ planned }: { planned: Reply['planned'] }) {
  return (
    <div role="status">
      <h3>{duplicationPlanned(planned.length)}</h3>
      {planned.length === 0 ? null : (
        <>
          <ul className="planned">
            {planned.map(({ title, handle }) => (
              <li key={handle}>
                {title} <code>{handle}</code>
              </li>
            ))}
          </ul>
          <p>{duplicationQuestion(planned.length)}</p>
          <div className="two-buttons">
            <RowForm action={PRODUCTS_PAGE} fields={{ intent: 'duplicate' }} busyLabel={BUSY}>
              Create
            </RowForm>
            <Link className="btn ghost" to={PRODUCTS_PAGE}>
              Cancel
            </Link>
          </div>
        </>
      )}
    </div>
  )
}
