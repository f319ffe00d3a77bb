// French messages about disposals, their gains and lots.

import type { gain as english } from '../en/gain.js';

export const gain: Readonly<Record<keyof typeof english, string>> = {
  'customer.part.gains': 'Plus-values et impôt',
  'gain.bought': 'Acheté',
  'gain.by-class': 'Plus-values par classe',
  'gain.class': 'Classe',
  'gain.closed': 'Positions soldées',
  'gain.cost': 'Coût',
  'gain.cost.unknown': 'inconnu',
  'gain.disposals': 'Cessions',
  'gain.disposals.none': 'Aucune cession sur cette période',
  'gain.disposals.none.hint':
    'Ventes, rachats et fins anticipées apparaissent ici. Choisissez une date plus ancienne.',
  'gain.fifo-gain': 'Plus-value FIFO',
  'gain.gain': 'Plus-value',
  'gain.income': 'Revenus',
  'gain.lot': 'acquis le {date}, détenu {days} jours',
  'gain.method': 'Méthode',
  'gain.method.AVERAGE': 'Coût moyen',
  'gain.method.BOTH': 'Les deux méthodes',
  'gain.method.FIFO': 'FIFO, avec les lots',
  'gain.net-of-charges': 'Plus-values latentes après les frais d’une vente',
  'gain.not-you': 'Vous ne pouvez pas lire les valorisations',
  'gain.open': 'Positions ouvertes au {date}',
  'gain.open.none': 'Aucun titre ni part de fonds',
  'gain.proceeds': 'Produit',
  'gain.sold': 'Vendu',
};
