import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { AdminCard, AdminSection, RowForm } from './admin-page.tsx'

/** Creates UK copies of the US products. `children`: the result. Spec: 2 Admin */
export function DuplicateSection({ children }: { children?: ReactNode }) {
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
        {children}
      </AdminCard>
    </AdminSection>
  )
}
