import { index, route } from '@react-router/dev/routes'

export default [index('list.jsx'), route('item', 'item.jsx')]
