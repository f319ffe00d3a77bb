// French: the own account.

import type { identity as english } from '../en/identity.js';

export const identity: Readonly<Record<keyof typeof english, string>> = {
  'account.again': 'Nouveau mot de passe, encore',
  'account.again.differs': 'Ce n’est pas le même',
  'account.change': 'Changer le mot de passe',
  'account.changed': 'Le mot de passe est changé. Connectez-vous avec le nouveau.',
  'account.change.hint': 'Toutes vos sessions prennent fin, celle-ci aussi.',
  'account.new': 'Nouveau mot de passe',
  'account.password': 'Mot de passe',
  'account.present': 'Mot de passe actuel',
  'factor.begin': 'Activer',
  'factor.code': 'Les six chiffres qu’elle montre',
  'factor.codes':
    'Chacun de ces codes vous connecte une fois si l’appareil est perdu. Ils ne sont montrés que ' +
    'cette fois : gardez-les là où l’appareil n’est pas.',
  'factor.copy': 'Copier les codes',
  'factor.copied': 'Les codes sont dans le presse-papiers.',
  'factor.end': 'Désactiver',
  'factor.ended': 'Le second facteur est désactivé.',
  'factor.kept': 'Je les ai gardés',
  'factor.left': 'Codes de secours restants',
  'factor.off':
    'Un mot de passe seul vous connecte. Avec un second facteur, une application de votre ' +
    'téléphone montre un code qui est demandé aussi.',
  'factor.on': 'Le second facteur est activé.',
  'factor.qr': 'Le secret en image pour l’appareil photo de l’application',
  'factor.scan': 'Lisez l’image avec l’application, ou tapez-y le secret.',
  'factor.secret': 'Secret',
  'factor.since': 'Activé depuis',
  'factor.title': 'Second facteur',
  'own-session.current': 'Celle-ci',
  'own-session.end': 'Terminer',
  'own-session.end.question': 'Qui l’utilise devra se reconnecter, dès la requête suivante.',
  'own-session.ended': 'La session est terminée.',
  'own-session.expires': 'Fin au plus tard',
  'own-session.from': 'Adresse',
  'own-session.signed-in': 'Connexion',
  'own-session.title': 'Vos sessions',
  'own-session.used': 'Dernier usage',
  'passkey.add': 'Ajouter une clé d’accès',
  'passkey.added': 'La clé d’accès est ajoutée.',
  'passkey.kept': 'gardée par plus d’un appareil',
  'passkey.made': 'Ajoutée',
  'passkey.name': 'Nom de l’appareil',
  'passkey.none':
    'Encore aucune. Avec une clé d’accès, votre appareil vous connecte par un doigt, un visage ' +
    'ou son propre code.',
  'passkey.not-here':
    'Les clés d’accès demandent un navigateur qui les connaît et un serveur joint par son nom.',
  'passkey.refused': 'L’appareil n’a pas fait de clé d’accès. Rien n’a changé.',
  'passkey.remove': 'Retirer',
  'passkey.remove.question': '{label} ne connectera plus.',
  'passkey.removed': 'La clé d’accès est retirée.',
  'passkey.title': 'Clés d’accès',
};
