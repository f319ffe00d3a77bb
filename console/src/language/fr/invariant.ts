// French: the invariants of the books by their numbers.

import type { invariant as english } from '../en/invariant.js';

export const invariant: Readonly<Record<keyof typeof english, string>> = {
  'invariant.1':
    'Les lignes de chaque journal font zéro dans chaque devise, et il y en a au moins deux.',
  'invariant.2': 'Chaque ligne appartient à un journal et à un compte de sa devise.',
  'invariant.3': 'Le solde de chaque compte client est la somme de ses lignes.',
  'invariant.4':
    'Les versions d’un compte client comptent 1, 2, 3 dans l’ordre de ses ' +
    'journaux, soldes compris.',
  'invariant.5': 'La version de chaque compte client est celle de sa dernière ligne.',
  'invariant.6': 'Ce qui est bloqué sur chaque compte est la somme de ses blocages.',
  'invariant.7':
    'Aucun compte n’est sous son plancher, hors exactement ce que les écritures ont forcé.',
  'invariant.8': 'Les livres de chaque bureau s’équilibrent par eux-mêmes, dans chaque devise.',
  'invariant.9':
    'Chaque ligne d’un compte de la firme est repliée une seule fois, ou pas encore due.',
  'invariant.10':
    'Les lignes repliées comptent 1, 2, 3 dans l’ordre des journaux, chacune avec son solde.',
  'invariant.11':
    'Les jours de chaque compte sont les sommes de ses lignes repliées, entre leurs versions.',
  'invariant.12':
    'Une opération de caisse déplace son montant entre ses comptes une fois passée, pas avant.',
  'invariant.13':
    'Une opération de caisse qui sort de l’argent le bloque exactement tant qu’elle attend.',
  'invariant.14':
    'Un journal manuel est comptabilisé exactement une fois passé, avec exactement ses lignes.',
  'invariant.15':
    'Un import de journaux est comptabilisé en entier une fois passé, et ' +
    'en retour une fois annulé.',
  'invariant.16': 'Rien ne reste en produits et charges des exercices clos définitivement.',
  'invariant.17':
    'Par date de valeur, les jours diffèrent d’exactement les lignes ' +
    'repliées dont les deux dates diffèrent.',
  'invariant.18':
    'Une opération de caisse est rapprochée exactement quand une ligne de relevé est la sienne.',
  'invariant.19':
    'Ce qu’apporte une opération comptabilisée est bloqué exactement jusqu’à sa date de valeur.',
  'invariant.20': 'Une extourne déplace chaque compte d’exactement l’inverse de ce qu’elle annule.',
  'invariant.21':
    'Ni les journaux ni leur repli ne devancent les numéros donnés, et aucun état n’est perdu.',
  'invariant.22': 'Chaque compte a son solde, qui connaît sa devise, son côté et sa nature.',
  'invariant.23':
    'Solde et version de chaque compte de la firme sont ceux de sa dernière ligne repliée.',
  'invariant.24':
    'Le plancher de chaque compte client est celui de sa règle, et la firme n’en a pas.',
  'invariant.25':
    'Chaque compte est ce que le plan dit de son code, et les produits sont à leur titulaire.',
  'invariant.26':
    'Chaque message reçu d’une bourse est comptabilisé, mis à traiter, ou ignoré par une règle.',
  'invariant.27':
    'Les exécutions de chaque ordre et jour de négociation sont la somme de leurs rapports.',
  'invariant.28': 'Chaque jour de négociation nomme l’avis d’opéré en vigueur pour lui.',
  'invariant.29': 'Le total de chaque ordre est celui de ses avis d’opéré en vigueur.',
};
