import { storeProduct } from './grown-catalogue.ts'

/* Products such as a shop has beside ours. All are sold in both markets. */

const SIZES = Array.from({ length: 10 }, (_, index) => `${30 + index * 5} cm`)
const COLOURS = ['Ash', 'Bone', 'Coal', 'Dusk', 'Ember', 'Fern', 'Gold', 'Ink', 'Moss', 'Rust']

const CLOAKS = storeProduct({
  handle: 'hundred-cloaks',
  title: 'A Cloak in a Hundred Kinds',
  html: '<p>One for everybody.</p>',
  images: [
    { file: 'cloak-tall.png', size: [800, 2400] },
    ...Array.from({ length: 29 }, (_, index) => ({
      file: `cloak-${index}.png`,
      size: [1200, 900] as const,
    })),
  ],
  options: { Size: SIZES, Colour: COLOURS },
  price: (index) => 80.5 + index,
  // Its first ten, which the list of the store has, are all sold.
  isSoldOut: (index) => index < 10,
})

export const REAL_PRODUCTS = [
  storeProduct({
    handle: 'lambswool-scarf',
    title: 'Lambswool Scarf',
    html:
      '<h2>Warm &amp; <em>quiet</em></h2><p onclick="steal()">Spun in <strong>Yorkshire</strong>, caf&eacute; brown.<br>See ' +
      '<a href="https://wool.example/care">how to wash it</a> or <a href="javascript:alert(1)">this</a>.</p>' +
      '<script>alert("no")</script><ul><li>Lamb’s wool</li><li>180 &times; 30 cm</ul><table><tr><td>Length</td><td>180 cm</td></tr></table>',
    images: [{ file: 'scarf.jpg?v=1690000000', size: [3000, 2000], alt: 'A brown scarf' }],
    price: () => 45,
  }),
  CLOAKS,
  storeProduct({ handle: 'bare-candle', title: 'Candle', html: '' }),
  storeProduct({
    handle: 'poster-only',
    title: 'Poster',
    html: '<p>Not sold here.</p>',
    tags: ['market: us', 'market: uk'],
    images: [{ file: 'poster.jpg' }],
    price: () => 5,
  }),
]
