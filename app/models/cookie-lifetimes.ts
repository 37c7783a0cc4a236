/** How long a cart is kept, days. */
export const CART_DAYS = 30

/** How long a gift is kept in mind between the steps of redeeming it, hours. */
export const REDEEM_HOURS = 2
