// English messages about prices that a person must check.

export const wealthPrice = {
  'place.price-exceptions': 'Price exceptions',
  'price-exception.age': 'Days old',
  'price-exception.change': 'Change',
  'price-exception.count':
    '{count, plural, one {# price needs attention} other {# prices need attention}}',
  'price-exception.customers': 'Customers',
  'price-exception.date': 'At the end of',
  'price-exception.explained':
    'Prices that are missing, are old, or have changed by over 30% without a corporate action.',
  'price-exception.import': 'Import prices',
  'price-exception.kind': 'Kind',
  'price-exception.kind.all': 'All',
  'price-exception.none': 'No holding’s price needs attention',
  'price-exception.none.hint':
    'No price is missing or old, and none changed by more than 30% without a corporate action.',
  'price-exception.none.kind': 'No holding’s price has this kind of exception',
  'price-exception.previous': 'Previous price',
  'price-exception.price': 'Price',
  'price-exception.priced-on': 'Priced on',
  'price-exception.quantity': 'Units held',
} as const;
