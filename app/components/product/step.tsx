import type { ReactNode } from 'react'
import { Figures } from '../page/figures.tsx'

/** A group of choices with its heading. */
export function Step({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <fieldset className="border-t border-line pt-6" id={id}>
      {/* Floating, it is inside the border. */}
      <legend className="float-left mb-4 w-full">
        <h2 className="text-xl leading-heading tracking-normal">
          <Figures text={title} />
        </h2>
      </legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  )
}
