// French messages for the market page.

import type { market as english } from '../en/market.js';

export const market: Readonly<Record<keyof typeof english, string>> = {
  'key.trade': 'Acheter ou vendre le titre',
  'key.watch': 'Ajouter le titre à la liste suivie',
  'market.change': 'Variation',
  'market.count': '{count, plural, =0 {Aucun titre} one {# titre} other {# titres}}',
  'market.high': 'Plus haut',
  'market.keys': 'b : acheter · s : vendre · w : suivre',
  'market.keys.watch': 'w : suivre',
  'market.last': 'Dernier cours',
  'market.list': 'Liste',
  'market.list.all': 'Tous les titres',
  'market.list.watched': 'Titres suivis',
  'market.low': 'Plus bas',
  'market.name': 'Nom',
  'market.no-price': 'sans cours',
  'market.none': 'Aucun titre ne correspond à ces filtres',
  'market.none.watched': 'Vous ne suivez aucun titre',
  'market.none.watched.hint':
    'Affichez tous les titres, puis appuyez sur w ou sur l’étoile pour en suivre un.',
  'market.order': 'Ordre',
  'market.priced': 'Heure',
  'market.search': 'Code ou nom',
  'market.volume': 'Volume',
  'market.watch': 'Suivre {name}',
  'place.market': 'Marché',
};
