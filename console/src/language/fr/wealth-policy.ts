// French messages about valuation policies.

import type { wealthPolicy as english } from '../en/wealth-policy.js';

export const wealthPolicy: Readonly<Record<keyof typeof english, string>> = {
  'place.valuation-policy': 'Politique de valorisation',
  'policy.benchmark': 'Indice de référence',
  'policy.benchmark.hint':
    'Code de l’indice auquel les relevés comparent les rendements. Laisser vide s’il n’y en a pas.',
  'policy.bills': 'Bons du Trésor',
  'policy.flow-timing': 'Prise en compte des flux',
  'policy.flow-timing.END': 'À la fin de leur journée',
  'policy.flow-timing.IN_START_OUT_END':
    'Entrées : dès le début de la journée ; sorties : à sa fin',
  'policy.flow-timing.MIDDAY': 'Au milieu de leur journée',
  'policy.flow-timing.START': 'Dès le début de leur journée',
  'policy.house': 'La maison',
  'policy.method.AMORTISED_COST': 'Valeur comptable',
  'policy.method.MARKET': 'Taux d’escompte du marché',
  'policy.none': 'Aucune politique',
  'policy.none.hint': 'Une politique décide comment les clients sont valorisés.',
  'policy.office': 'S’applique à',
  'policy.office.hint': 'La politique d’une agence s’applique à la place de celle de la maison.',
  'policy.paper': 'Billets de trésorerie',
  'policy.propose': 'Proposer une politique',
  'policy.proposed': 'Politique proposée. Une seconde personne l’approuve.',
  'policy.smallest-capital': 'Plus petit capital',
  'policy.stale': 'Périmés : actions, obligations, taux (jours)',
  'policy.stale.BOND': 'Obligations : périmées après (jours)',
  'policy.stale.EQUITY': 'Actions : périmées après (jours)',
  'policy.stale.RATE': 'Taux : périmés après (jours)',
  'policy.unusable': 'Inutilisés : actions, obligations, fonds (jours)',
  'policy.unusable.BOND': 'Obligations : inutilisées après (jours)',
  'policy.unusable.EQUITY': 'Actions : inutilisées après (jours)',
  'policy.unusable.FUND': 'Fonds : inutilisés après (jours)',
  'policy.unusable.hint': 'Vide : tout cours est utilisé',
  'policy.valid-from': 'Valable à partir du',
  'policy.valid-from.hint': 'Après le dernier jour clôturé',
  'policy.version': 'Version',
};
