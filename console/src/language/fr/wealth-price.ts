// French messages about prices that a person must check.

import type { wealthPrice as english } from '../en/wealth-price.js';

export const wealthPrice: Readonly<Record<keyof typeof english, string>> = {
  'place.price-exceptions': 'Cours à vérifier',
  'price-exception.age': 'Âge (jours)',
  'price-exception.change': 'Variation',
  'price-exception.count': '{count, plural, one {# cours à vérifier} other {# cours à vérifier}}',
  'price-exception.customers': 'Clients',
  'price-exception.date': 'À la fin du',
  'price-exception.explained':
    'Sont listés les cours absents, anciens, ou variant de plus de 30 % sans opération sur titres.',
  'price-exception.import': 'Importer des cours',
  'price-exception.kind': 'Nature',
  'price-exception.kind.all': 'Tous',
  'price-exception.none': 'Tous les cours de ce que les clients détiennent sont à jour',
  'price-exception.none.hint':
    'Aucun cours absent ou ancien, ni variation de plus de 30 % sans opération sur titres.',
  'price-exception.none.kind': 'Aucun cours de cette nature parmi ce que les clients détiennent',
  'price-exception.previous': 'Cours précédent',
  'price-exception.price': 'Cours',
  'price-exception.priced-on': 'Date du cours',
  'price-exception.quantity': 'Parts détenues',
};
