// French names of the books' invariants, by number.

import type { invariant as english } from '../en/invariant.js';

export const invariant: Readonly<Record<keyof typeof english, string>> = {
  'invariant.1': 'Les lignes de chaque journal, deux au moins, font zéro dans chaque devise.',
  'invariant.2': 'Chaque ligne appartient à un journal et à un compte de sa devise.',
  'invariant.3': 'Le solde de chaque compte client est la somme de ses lignes.',
  'invariant.4':
    'Les lignes d’un compte client ont, dans l’ordre des journaux, des versions consécutives ' +
    'et des soldes progressifs exacts.',
  'invariant.5': 'La version de chaque compte client est celle de sa dernière ligne.',
  'invariant.6': 'Le montant bloqué de chaque compte est la somme de ses blocages.',
  'invariant.7': 'Aucun compte n’est sous son plancher, hors le montant des écritures forcées.',
  'invariant.8': 'Les livres de chaque bureau s’équilibrent seuls, dans chaque devise.',
  'invariant.9':
    'Chaque ligne d’un compte de la firme est ajoutée à son solde enregistré une seule fois, ' +
    'ou est trop récente.',
  'invariant.10':
    'Les lignes ajoutées au solde d’un compte de la firme ont, dans l’ordre des journaux, des ' +
    'versions consécutives et des soldes progressifs exacts.',
  'invariant.11':
    'Les totaux quotidiens et les versions de chaque compte correspondent à ses lignes de ce ' +
    'jour, hors lignes trop récentes.',
  'invariant.12':
    'Un mouvement d’espèces déplace son montant si, et seulement si, il est comptabilisé.',
  'invariant.13': 'Un mouvement en attente qui sort de l’argent bloque exactement ce montant.',
  'invariant.14':
    'Un journal manuel est au grand livre, avec exactement les lignes saisies, si et seulement ' +
    'si son statut est comptabilisé.',
  'invariant.15':
    'Tous les journaux d’un import sont au grand livre une fois l’import comptabilisé, et tous ' +
    'extournés une fois l’import annulé.',
  'invariant.16':
    'Les comptes de produits et de charges n’ont aucun solde des exercices clos définitivement.',
  'invariant.17':
    'Les corrections par date de valeur sont les sommes des lignes dont les deux dates ' +
    'diffèrent, hors lignes trop récentes.',
  'invariant.18':
    'Un mouvement d’espèces est rapproché si, et seulement si, une ligne de relevé lui ' +
    'correspond.',
  'invariant.19':
    'L’argent d’un mouvement comptabilisé est bloqué jusqu’à sa date de valeur, pas plus.',
  'invariant.20':
    'Une extourne déplace chaque compte d’exactement l’inverse de ce qu’elle extourne.',
  'invariant.21':
    'Aucun numéro de journal enregistré ne devance les numéros attribués, et aucun état n’est ' +
    'perdu.',
  'invariant.22':
    'Chaque compte a une ligne de solde de mêmes devise, côté et nature (client ou firme).',
  'invariant.23':
    'Solde et version enregistrés de chaque compte de la firme sont ceux de la dernière ligne ' +
    'ajoutée au solde.',
  'invariant.24':
    'Le plancher de chaque compte client suit sa règle, et aucun compte de la firme n’en a.',
  'invariant.25':
    'Chaque compte correspond à l’entrée du plan de son code, et les produits sont à leur ' +
    'titulaire.',
  'invariant.26':
    'Chaque message reçu d’une bourse est comptabilisé, à traiter, ou ignoré par une règle.',
  'invariant.27':
    'Les exécutions de chaque ordre et jour de négociation sont la somme de leurs rapports.',
  'invariant.28': 'Chaque jour de négociation renvoie à l’avis d’opéré en vigueur pour lui.',
  'invariant.29': 'Le total de chaque ordre est la somme de ses avis d’opéré en vigueur.',
  'invariant.30': 'Chaque position est la somme de ses mouvements, au coût moyen.',
  'invariant.31':
    'Chaque exécution et chaque avis d’opéré en vigueur a mouvementé sa position une seule fois, ' +
    'ou jamais si un dépositaire le règle.',
  'invariant.32':
    'Les titres bloqués de chaque position sont ceux de ses ordres de vente et de ses blocages.',
  'invariant.33':
    'Les porteurs d’une opération sur titres y ont eu droit pour leurs titres d’avant la date ex.',
  'invariant.34': 'Les positions ont varié des titres, du coût et du gain des droits en vigueur.',
  'invariant.35':
    'Ce qu’une opération sur titres arrondit vaut au plus une demi-unité mineure par droit.',
  'invariant.36':
    'Seule la dernière révision d’un droit est en vigueur, et ce qui est payé a une seule cause.',
  'invariant.37': 'Chaque droit a payé ce que ses écritures ont payé.',
  'invariant.38': 'L’argent de chaque opération sur titres est ce que ses écritures en ont laissé.',
  'invariant.39':
    'Les espèces et les produits non réglés des derniers instantanés sont ceux du grand livre, ' +
    'par agence et devise.',
  'invariant.40': 'Les parts de chaque fonds et porteur sont la somme de leurs mouvements.',
  'invariant.41':
    'Chaque client réévalué à part après une clôture a eu les valeurs de son instantané.',
  'invariant.42':
    'Les versions d’un instantané se suivent, et chacune est connue après la précédente.',
  'invariant.43':
    'Les dépositaires doivent le montant net des avis d’opéré qu’ils n’ont pas réglés.',
  'invariant.44':
    'Les soldes comptables des instruments en cours égalent leur principal et leurs intérêts ' +
    'courus.',
  'invariant.45':
    'La variation du patrimoine de chaque client vérifié à la clôture égale flux et gains.',
  'invariant.46':
    'Les produits non réglés et les comptes de règlement égalent les avis d’opéré non réglés.',
  'invariant.47':
    'Chaque avis d’opéré est au compte de règlement jusqu’à son règlement, puis à la banque.',
};
