import { handleForm } from '#app/services/forms/form-post.server.ts'
import type { Route } from './+types/forms'

/** Scripts post forms here, so that they do not need the code of the page that handles a form without JavaScript. */
export const action = (args: Route.ActionArgs) => handleForm(args)
