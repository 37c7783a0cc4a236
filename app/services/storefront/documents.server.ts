/**
 * All GraphQL operations that the shop sends to the storefront. A test validates them against Shopify's published
 * schema; their replies are parsed in `wire.server.ts`. Spec: 7 Storefront
 */

const IMAGE_FIELDS = `url altText width height`
const VARIANT_FIELDS = `
  id
  title
  availableForSale
  price { amount currencyCode }
  selectedOptions { name value }
  image { ${IMAGE_FIELDS} }`
const PRODUCT_FIELDS = `
  id
  title
  handle
  description
  tags
  availableForSale
  priceRange { minVariantPrice { amount currencyCode } maxVariantPrice { amount currencyCode } }
  options { name optionValues { name } }`
const CART_FIELDS = `
  id
  checkoutUrl
  totalQuantity
  cost { totalAmount { amount currencyCode } subtotalAmount { amount currencyCode } }
  buyerIdentity { countryCode }
  discountCodes { code applicable }
  discountAllocations { discountedAmount { amount currencyCode } ... on CartCodeDiscountAllocation { code } }
  lines(first: 100) {
    edges {
      node {
        id
        quantity
        attributes { key value }
        discountAllocations { discountedAmount { amount currencyCode } ... on CartCodeDiscountAllocation { code } }
        merchandise { ... on ProductVariant { id } }
      }
    }
  }`
const CART_PAYLOAD = `
  cart { ${CART_FIELDS} }
  userErrors { field message code }
  warnings { code message }`

export const GET_PRODUCTS = `
query GetProducts($first: Int!, $country: CountryCode!) @inContext(country: $country) {
  products(first: $first) {
    edges {
      node {
        ${PRODUCT_FIELDS}
        images(first: 5) { edges { node { ${IMAGE_FIELDS} } } }
        variants(first: 10) { edges { node { ${VARIANT_FIELDS} } } }
      }
    }
  }
}`

export const GET_PRODUCT_BY_HANDLE = `
query GetProductByHandle($handle: String!, $country: CountryCode!) @inContext(country: $country) {
  productByHandle(handle: $handle) {
    ${PRODUCT_FIELDS}
    descriptionHtml
    images(first: 30) { edges { node { ${IMAGE_FIELDS} } } }
    variants(first: 100) { edges { node { ${VARIANT_FIELDS} } } }
  }
}`

export const GET_VARIANTS = `
query GetVariants($ids: [ID!]!, $country: CountryCode!) @inContext(country: $country) {
  nodes(ids: $ids) {
    ... on ProductVariant {
      ${VARIANT_FIELDS}
      product { handle title tags featuredImage { ${IMAGE_FIELDS} } }
    }
  }
}`

export const CHECK_VARIANTS = `
query CheckVariants($ids: [ID!]!, $country: CountryCode!) @inContext(country: $country) {
  nodes(ids: $ids) {
    ... on ProductVariant {
      id
      title
      availableForSale
      product { title }
    }
  }
}`

export const GET_SHOP = `
query GetShop {
  shop { primaryDomain { url } }
}`

export const CREATE_CART = `
mutation cartCreate($input: CartInput!, $country: CountryCode!) @inContext(country: $country) {
  cartCreate(input: $input) { ${CART_PAYLOAD} }
}`

export const GET_CART = `
query GetCart($id: ID!) {
  cart(id: $id) { ${CART_FIELDS} }
}`
