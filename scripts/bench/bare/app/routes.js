import { index, route } from '@react-router/dev/routes'

export default [index('item.jsx', { id: 'home' }), route('item', 'item.jsx')]
