// French messages about items waiting for a second person's approval.

import type { approval as english } from '../en/approval.js';

export const approval: Readonly<Record<keyof typeof english, string>> = {
  'approval.age': 'Âge',
  'approval.approved': 'Approuvé : {title}',
  'approval.requested': 'demandé par {who}',
  'approval.in-force': 'En vigueur à partir du',
  'approval.dealing-date': 'Date de négociation',
  'approval.deals': 'Ordres exécutés à cette valeur',
  'approval.direction': 'Sens',
  'approval.estimated': 'Estimation',
  'approval.ex-date': 'Date de détachement',
  'approval.fund': 'Fonds',
  'approval.given': 'Approbations',
  'approval.income': 'Revenu par part',
  'approval.journal': 'Écriture à passer',
  'approval.journal.later':
    'L’écriture est passée à l’exécution de l’ordre, à la valeur liquidative de sa date de ' +
    'négociation.',
  'approval.journal.none': 'Aucune écriture n’est passée.',
  'approval.journal.paid':
    'La fin de journée paie la distribution et passe une écriture par agence.',
  'approval.journal.rows': 'Lignes des écritures',
  'approval.journal.undo': 'Chacune de ces écritures est extournée par une nouvelle écriture.',
  'approval.kind.ALLOTMENT': 'Répartition',
  'approval.kind.CASH': 'Mouvement d’espèces',
  'approval.kind.CHANGE': 'Données de référence',
  'approval.kind.CLAIM': 'Règlement d’une réclamation',
  'approval.kind.CLAIM_WAIVER': 'Abandon d’une réclamation',
  'approval.kind.CUSTOMER': 'Client',
  'approval.kind.DELIVERY': 'Livraison de titres',
  'approval.kind.DISTRIBUTION': 'Distribution',
  'approval.kind.EVENT_SETTLEMENT': 'Espèces d’une opération',
  'approval.kind.FUND_ORDER': 'Ordre de parts',
  'approval.kind.IMPORT': 'Import d’écritures',
  'approval.kind.JOURNAL': 'Écriture manuelle',
  'approval.kind.NAV': 'Valeur liquidative',
  'approval.kind.RESET': 'Remise à un des numéros de séquence',
  'approval.kind.REVERSAL': 'Extourne',
  'approval.kind.SETTLEMENT': 'Règlement avec un dépositaire',
  'approval.kind.TRANSFER': 'Transfert de titres',
  'approval.kind.UNDO': 'Annulation d’un import',
  'approval.nav': 'Valeur par part',
  'approval.gone': 'Déjà décidé. Appuyez sur j pour le suivant.',
  'approval.none': 'Rien à approuver',
  'approval.none.hint':
    'Ce qui demande une seconde personne arrive ici aussitôt : paiements, écritures, imports, ' +
    'ordres et valeurs de fonds, clients, changements de tarifs et de limites.',
  'approval.not-you': 'Vous pouvez consulter cet élément, mais ni l’approuver ni le rejeter.',
  'approval.record-date': 'Date d’arrêté',
  'approval.rejected': 'Rejeté : {title}',
  'approval.session': 'Session',
  'approval.units': 'Parts',
  'approval.valuation-date': 'Date de valorisation',
  'approval.what': 'Détails',
  'approval.why': 'Motif',
  'difference.after': 'Après',
  'difference.before': 'Avant',
  'difference.hidden':
    'Modifié. La valeur est personnelle ou secrète : elle n’est pas conservée ici.',
  'difference.member': 'Champ',
};
