/** Query parameter of a volume's page after its form was refused: the step that lacks a choice has the message. */
export const INCOMPLETE = 'incomplete'
/** Id of that message, to which the redirect leads. */
export const PROBLEM_ID = 'problem'
