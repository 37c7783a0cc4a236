import type { Toast } from '#app/models/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { ToastBox } from '../ui/toast.tsx'
import { AdminCard, AdminSection, RowForm } from './admin-page.tsx'

/** `result`: what the function has answered; null when it did not. */
type Reply = { readonly toasts: readonly Toast[]; readonly result: object | null }

/** Creates UK copies of the US products, and shows the result. Spec: 2 Admin */
export function DuplicateSection({ reply }: { reply?: Reply | undefined }) {
  return (
    <AdminSection id="duplicate" title="Copy US products to the UK store">
      <AdminCard>
        <div>
          <p className="text-sm text-quiet">
            Makes a UK copy of each US product that has none, with the same figures in pounds. Nothing that
            exists is changed, and nothing is made twice.
          </p>
          <RowForm
            action="/admin/products"
            fields={{ intent: 'duplicate' }}
            busyLabel="Duplicating..."
            className="mt-6 max-md:w-full"
          >
            <Icon name="copy" /> Duplicate products
          </RowForm>
        </div>
        {reply ? (
          <div className="grid gap-3">
            {reply.toasts.map((toast) => (
              <ToastBox key={toast.title} toast={toast} />
            ))}
            {reply.result ? (
              <>
                <h3 className="text-lg leading-heading">Result (JSON)</h3>
                <pre
                  data-theme="dark"
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
                  tabIndex={0}
                  className="max-h-88 overflow-auto rounded-board bg-soot px-6 py-5 text-hint leading-relaxed"
                >
                  {JSON.stringify(reply.result, null, 2)}
                </pre>
              </>
            ) : null}
          </div>
        ) : null}
      </AdminCard>
    </AdminSection>
  )
}
