// Made by Tests/Languages/cldr from Unicode's CLDR 41, with the plural rules of CLDR 49. Change the tool, not this file.
// The data are © Unicode, Inc.: https://www.unicode.org/copyright.html
// swift-format-ignore-file
enum CLDR {
  /// The plural rules for cardinal numbers: a line for each set of rules, with its languages.
  static let cardinals: String = """
:bm bo dz hnj id ig ii in ja jbo jv jw kde kea km ko lkt lo ms my nqo osa sah ses sg su th to tpi wo yo yue zh
one i=0,1:ff hy kab
one i=0,1;many i!=0&i%1000000=0&v=0:fr
one i=0..1;many i!=0&i%1000000=0&v=0:pt
one i=0|n=1:am as bn doi fa gu hi kn kok pcm tg vi zu
one i=0|n=1;few n=2..10:shi
one i=1&v=0:ast de en et fi fy ia ie io ji lij nl sc sv sw ur yi
one i=1&v=0;few i=2..4&v=0;many v!=0:cs sk
one i=1&v=0;few v!=0|n=0|n!=1&n%100=1..19:mo ro
one i=1&v=0;few v=0&i%10=2..4&i%100!=12..14;many v=0&i!=1&i%10=0..1|v=0&i%10=5..9|v=0&i%100=12..14:pl
one i=1&v=0;many i!=0&i%1000000=0&v=0:ca gl it lld pt-PT scn vec
one i=1&v=0|i=0&v!=0;two i=2&v=0:he iw
one n%10=1&n%100!=11,71,91;two n%10=2&n%100!=12,72,92;few n%10=3..4,9&n%100!=10..19,70..79,90..99;many n!=0&n%1000000=0:br
one n%10=1&n%100!=11..19;few n%10=2..9&n%100!=11..19;many f!=0:lt
one n%10=1&n%100!=11;few n%10=2..4&n%100!=12..14;many n%10=0|n%10=5..9|n%100=11..14:be
one n%10=1&n%100!=11;two n=2;few n!=2&n%10=2..9&n%100!=11..19;many f!=0:sgs
one n=0,1|i=0&f=1:si
one n=0..1:ak bho csw guw ln mg nso pa ti wa
one n=0..1|n=11..99:tzm
one n=1:af an asa az bal bem bez bg brx ce cgg chr ckb dv ee el eo eu fo fur gsw ha haw hu jgo jmc ka kaj kcg kk kkj kl ks ksb ku ky lb lg mas mgo ml mn mr nah nb nd ne nn nnh no nr ny nyn om or os pap ps rm rof rwk saq sd sdh seh sn so sq ss ssy st syr ta te teo tig tk tn tr ts ug uz ve vo vun wae xh xog
one n=1,11;two n=2,12;few n=3..10,13..19:gd
one n=1;many i!=0&i%1000000=0&v=0:es
one n=1;two n=2:iu naq sat se sma smi smj smn sms
one n=1;two n=2;few n=0|n%100=3..10;many n%100=11..19:mt
one n=1;two n=2;few n=3..6;many n=7..10:ga
one n=1|t!=0&i=0,1:da
one t=0&i%10=1&i%100!=11|t%10=1&t%100!=11:is
one v=0&i%100=1;two v=0&i%100=2;few v=0&i%100=3..4|v!=0:sl
one v=0&i%100=1|f%100=1;two v=0&i%100=2|f%100=2;few v=0&i%100=3..4|f%100=3..4:dsb hsb
one v=0&i%10=1&i%100!=11;few v=0&i%10=2..4&i%100!=12..14;many v=0&i%10=0|v=0&i%10=5..9|v=0&i%100=11..14:ru uk
one v=0&i%10=1&i%100!=11|f%10=1&f%100!=11:mk
one v=0&i%10=1&i%100!=11|f%10=1&f%100!=11;few v=0&i%10=2..4&i%100!=12..14|f%10=2..4&f%100!=12..14:bs hr sh sr
one v=0&i%10=1;two v=0&i%10=2;few v=0&i%100=0,20,40,60,80;many v!=0:gv
one v=0&i=1,2,3|v=0&i%10!=4,6,9|v!=0&f%10!=4,6,9:ceb fil tl
zero n%10=0|n%100=11..19|v=2&f%100=11..19;one n%10=1&n%100!=11|v=2&f%10=1&f%100!=11|v!=2&f%10=1:lv prg
zero n=0;one i=0,1&n!=0:lag
zero n=0;one n=1:blo cv ksh
zero n=0;one n=1;two n%100=2,22,42,62,82|n%1000=0&n%100000=1000..20000,40000,60000,80000|n!=0&n%1000000=100000;few n%100=3,23,43,63,83;many n!=1&n%100=1,21,41,61,81:kw
zero n=0;one n=1;two n=2;few n%100=3..10;many n%100=11..99:ar ars
zero n=0;one n=1;two n=2;few n=3;many n=6:cy
"""

  /// The plural rules for ordinal numbers.
  static let ordinals: String = """
:am an ar bs ce cs da de dsb el et eu fa fi fy gl gsw he hr hsb ia id in is iw ja km kn ko ky lt lv ml mn my nb nl no pa pl prg ps pt ru sd sh si sk sl sr sw ta te th tpi tr ur uz yue zh zu
few i%100=2..19:af
few n%10=2,3&n%100!=12,13:be
few n%10=3&n%100!=13:uk
few n%10=6,9|n=10:tk
many n%10=6|n%10=9|n%10=0&n!=0:kk
many n=11,8,80,800:it lld sc vec
many n=11,8,80..89,800..899:lij scn
one i%10=1&i%100!=11;two i%10=2&i%100!=12;few i%10=3,4&i%100!=13,14:bg
one i%10=1&i%100!=11;two i%10=2&i%100!=12;many i%10=7,8&i%100!=17,18:mk
one i%10=1,2,5,7,8|i%100=20,50,70,80;few i%10=3,4|i%1000=100,200,300,400,500,600,700,800,900;many i=0|i%10=6|i%100=40,60,90:az
one i=1;many i=0|i%100=2..20,40,60,80:ka
one n%10=1&n%100!=11;two n%10=2&n%100!=12;few n%10=3&n%100!=13:en
one n%10=1,2&n%100!=11,12:sv
one n%10=1,3&n%100!=11:es
one n=1:bal fil fr ga hy lo mo ms ro tl vi
one n=1,11;two n=2,12;few n=3,13:gd
one n=1,3;two n=2;few n=4:ca
one n=1,5:hu
one n=1,5,7,8,9,10;two n=2,3;few n=4;many n=6:as bn
one n=1,5,7..9;two n=2,3;few n=4;many n=6:or
one n=1..4:ne
one n=1..4|n%100=1..4,21..24,41..44,61..64,81..84;many n=5|n%100=5:kw
one n=1;many n%10=4&n%100!=14:sq
one n=1;two n=2,3;few n=4:kok mr
one n=1;two n=2,3;few n=4;many n=6:gu hi
zero i=0;one i=1;few i=2,3,4,5,6:blo
zero n=0,7,8,9;one n=1;two n=2;few n=3,4;many n=5,6:cy
"""

  /// The likely script and region of languages, and the script of languages in a region (`+`) where it is another one.
  static let likelyScripts: StaticString = """
aa=Latn-ET aai=Latn-ZZ aak=Latn-ZZ aau=Latn-ZZ ab=Cyrl-GE abi=Latn-ZZ abq=Cyrl-ZZ abr=Latn-GH abt=Latn-ZZ aby=Latn-ZZ acd=Latn-ZZ
ace=Latn-ID ach=Latn-UG ada=Latn-GH ade=Latn-ZZ adj=Latn-ZZ adp=Tibt-BT ady=Cyrl-RU adz=Latn-ZZ ae=Avst-IR aeb=Arab-TN aey=Latn-ZZ
af=Latn-ZA agc=Latn-ZZ agd=Latn-ZZ agg=Latn-ZZ agm=Latn-ZZ ago=Latn-ZZ agq=Latn-CM aha=Latn-ZZ ahl=Latn-ZZ aho=Ahom-IN ajg=Latn-ZZ
ak=Latn-GH akk=Xsux-IQ ala=Latn-ZZ ali=Latn-ZZ aln=Latn-XK alt=Cyrl-RU am=Ethi-ET amm=Latn-ZZ amn=Latn-ZZ amo=Latn-NG amp=Latn-ZZ an=Latn-ES
anc=Latn-ZZ ank=Latn-ZZ ann=Latn-ZZ any=Latn-ZZ aoj=Latn-ZZ aom=Latn-ZZ aoz=Latn-ID apc=Arab-ZZ apd=Arab-TG ape=Latn-ZZ apr=Latn-ZZ
aps=Latn-ZZ apz=Latn-ZZ ar=Arab-EG arc=Armi-IR arh=Latn-ZZ arn=Latn-CL aro=Latn-BO arq=Arab-DZ ars=Arab-SA ary=Arab-MA arz=Arab-EG
as=Beng-IN asa=Latn-TZ ase=Sgnw-US asg=Latn-ZZ aso=Latn-ZZ ast=Latn-ES ata=Latn-ZZ atg=Latn-ZZ atj=Latn-CA auy=Latn-ZZ av=Cyrl-RU
avl=Arab-ZZ avn=Latn-ZZ avt=Latn-ZZ avu=Latn-ZZ awa=Deva-IN awb=Latn-ZZ awo=Latn-ZZ awx=Latn-ZZ ay=Latn-BO ayb=Latn-ZZ az=Latn-AZ az+IQ=Arab
az+IR=Arab az+RU=Cyrl ba=Cyrl-RU bal=Arab-PK ban=Latn-ID bap=Deva-NP bar=Latn-AT bas=Latn-CM bav=Latn-ZZ bax=Bamu-CM bba=Latn-ZZ bbb=Latn-ZZ
bbc=Latn-ID bbd=Latn-ZZ bbj=Latn-CM bbp=Latn-ZZ bbr=Latn-ZZ bcf=Latn-ZZ bch=Latn-ZZ bci=Latn-CI bcm=Latn-ZZ bcn=Latn-ZZ bco=Latn-ZZ
bcq=Ethi-ZZ bcu=Latn-ZZ bdd=Latn-ZZ be=Cyrl-BY bef=Latn-ZZ beh=Latn-ZZ bej=Arab-SD bem=Latn-ZM bet=Latn-ZZ bew=Latn-ID bex=Latn-ZZ
bez=Latn-TZ bfd=Latn-CM bfq=Taml-IN bft=Arab-PK bfy=Deva-IN bg=Cyrl-BG bgc=Deva-IN bgn=Arab-PK bgx=Grek-TR bhb=Deva-IN bhg=Latn-ZZ
bhi=Deva-IN bhl=Latn-ZZ bho=Deva-IN bhy=Latn-ZZ bi=Latn-VU bib=Latn-ZZ big=Latn-ZZ bik=Latn-PH bim=Latn-ZZ bin=Latn-NG bio=Latn-ZZ
biq=Latn-ZZ bjh=Latn-ZZ bji=Ethi-ZZ bjj=Deva-IN bjn=Latn-ID bjo=Latn-ZZ bjr=Latn-ZZ bjt=Latn-SN bjz=Latn-ZZ bkc=Latn-ZZ bkm=Latn-CM
bkq=Latn-ZZ bku=Latn-PH bkv=Latn-ZZ bla=Latn-CA blg=Latn-MY blt=Tavt-VN bm=Latn-ML bmh=Latn-ZZ bmk=Latn-ZZ bmq=Latn-ML bmu=Latn-ZZ
bn=Beng-BD bng=Latn-ZZ bnm=Latn-ZZ bnp=Latn-ZZ bo=Tibt-CN boj=Latn-ZZ bom=Latn-ZZ bon=Latn-ZZ bpy=Beng-IN bqc=Latn-ZZ bqi=Arab-IR
bqp=Latn-ZZ bqv=Latn-CI br=Latn-FR bra=Deva-IN brh=Arab-PK brx=Deva-IN brz=Latn-ZZ bs=Latn-BA bsj=Latn-ZZ bsq=Bass-LR bss=Latn-CM
bst=Ethi-ZZ bto=Latn-PH btt=Latn-ZZ btv=Deva-PK bua=Cyrl-RU buc=Latn-YT bud=Latn-ZZ bug=Latn-ID buk=Latn-ZZ bum=Latn-CM buo=Latn-ZZ
bus=Latn-ZZ buu=Latn-ZZ bvb=Latn-GQ bwd=Latn-ZZ bwr=Latn-ZZ bxh=Latn-ZZ bye=Latn-ZZ byn=Ethi-ER byr=Latn-ZZ bys=Latn-ZZ byv=Latn-CM
byx=Latn-ZZ bza=Latn-ZZ bze=Latn-ML bzf=Latn-ZZ bzh=Latn-ZZ bzw=Latn-ZZ ca=Latn-ES cad=Latn-US can=Latn-ZZ cbj=Latn-ZZ cch=Latn-NG
ccp=Cakm-BD ce=Cyrl-RU ceb=Latn-PH cfa=Latn-ZZ cgg=Latn-UG ch=Latn-GU chk=Latn-FM chm=Cyrl-RU cho=Latn-US chp=Latn-CA chr=Cher-US
cic=Latn-US cja=Arab-KH cjm=Cham-VN cjv=Latn-ZZ ckb=Arab-IQ ckl=Latn-ZZ cko=Latn-ZZ cky=Latn-ZZ cla=Latn-ZZ clc=Latn-CA cme=Latn-ZZ
cmg=Soyo-MN co=Latn-FR cop=Copt-EG cps=Latn-PH cr=Cans-CA crg=Latn-CA crh=Cyrl-UA crk=Cans-CA crl=Cans-CA crs=Latn-SC cs=Latn-CZ csb=Latn-PL
csw=Cans-CA ctd=Pauc-MM cu=Cyrl-RU cv=Cyrl-RU cy=Latn-GB da=Latn-DK dad=Latn-ZZ daf=Latn-CI dag=Latn-ZZ dah=Latn-ZZ dak=Latn-US dar=Cyrl-RU
dav=Latn-KE dbd=Latn-ZZ dbq=Latn-ZZ dcc=Arab-IN ddn=Latn-ZZ de=Latn-DE ded=Latn-ZZ den=Latn-CA dga=Latn-ZZ dgh=Latn-ZZ dgi=Latn-ZZ
dgl=Arab-ZZ dgr=Latn-CA dgz=Latn-ZZ dia=Latn-ZZ dje=Latn-NE dmf=Medf-NG dnj=Latn-CI dob=Latn-ZZ doi=Deva-IN dop=Latn-ZZ dow=Latn-ZZ
drh=Mong-CN dri=Latn-ZZ drs=Ethi-ZZ dsb=Latn-DE dtm=Latn-ML dtp=Latn-MY dts=Latn-ZZ dty=Deva-NP dua=Latn-CM duc=Latn-ZZ dud=Latn-ZZ
dug=Latn-ZZ dv=Thaa-MV dva=Latn-ZZ dww=Latn-ZZ dyo=Latn-SN dyu=Latn-BF dz=Tibt-BT dzg=Latn-ZZ ebu=Latn-KE ee=Latn-GH efi=Latn-NG egl=Latn-IT
egy=Egyp-EG eka=Latn-ZZ eky=Kali-MM el=Grek-GR ema=Latn-ZZ emi=Latn-ZZ en=Latn-US enn=Latn-ZZ enq=Latn-ZZ eo=Latn-001 eri=Latn-ZZ es=Latn-ES
esg=Gonm-IN esu=Latn-US et=Latn-EE etr=Latn-ZZ ett=Ital-IT etu=Latn-ZZ etx=Latn-ZZ eu=Latn-ES ewo=Latn-CM ext=Latn-ES eza=Latn-ZZ fa=Arab-IR
faa=Latn-ZZ fab=Latn-ZZ fag=Latn-ZZ fai=Latn-ZZ fan=Latn-GQ ff=Latn-SN ffi=Latn-ZZ ffm=Latn-ML fi=Latn-FI fia=Arab-SD fil=Latn-PH
fit=Latn-SE fj=Latn-FJ flr=Latn-ZZ fmp=Latn-ZZ fo=Latn-FO fod=Latn-ZZ fon=Latn-BJ for=Latn-ZZ fpe=Latn-ZZ fqs=Latn-ZZ fr=Latn-FR frc=Latn-US
frp=Latn-FR frr=Latn-DE frs=Latn-DE fub=Arab-CM fud=Latn-WF fue=Latn-ZZ fuf=Latn-GN fuh=Latn-ZZ fuq=Latn-NE fur=Latn-IT fuv=Latn-NG
fuy=Latn-ZZ fvr=Latn-SD fy=Latn-NL ga=Latn-IE gaa=Latn-GH gaf=Latn-ZZ gag=Latn-MD gah=Latn-ZZ gaj=Latn-ZZ gam=Latn-ZZ gan=Hans-CN
gaw=Latn-ZZ gay=Latn-ID gba=Latn-ZZ gbf=Latn-ZZ gbm=Deva-IN gby=Latn-ZZ gbz=Arab-IR gcr=Latn-GF gd=Latn-GB gde=Latn-ZZ gdn=Latn-ZZ
gdr=Latn-ZZ geb=Latn-ZZ gej=Latn-ZZ gel=Latn-ZZ gez=Ethi-ET gfk=Latn-ZZ ggn=Deva-NP ghs=Latn-ZZ gil=Latn-KI gim=Latn-ZZ gjk=Arab-PK
gjn=Latn-ZZ gju=Arab-PK gkn=Latn-ZZ gkp=Latn-ZZ gl=Latn-ES glk=Arab-IR gmm=Latn-ZZ gmv=Ethi-ZZ gn=Latn-PY gnd=Latn-ZZ gng=Latn-ZZ
god=Latn-ZZ gof=Ethi-ZZ goi=Latn-ZZ gom=Deva-IN gon=Telu-IN gor=Latn-ID gos=Latn-NL got=Goth-UA grb=Latn-ZZ grc=Cprt-CY grt=Beng-IN
grw=Latn-ZZ gsw=Latn-CH gu=Gujr-IN gub=Latn-BR guc=Latn-CO gud=Latn-ZZ gur=Latn-GH guw=Latn-ZZ gux=Latn-ZZ guz=Latn-KE gv=Latn-IM
gvf=Latn-ZZ gvr=Deva-NP gvs=Latn-ZZ gwc=Arab-ZZ gwi=Latn-CA gwt=Arab-ZZ gyi=Latn-ZZ ha=Latn-NG ha+CM=Arab ha+SD=Arab hag=Latn-ZZ hak=Hans-CN
ham=Latn-ZZ haw=Latn-US haz=Arab-AF hbb=Latn-ZZ hdy=Ethi-ZZ he=Hebr-IL hhy=Latn-ZZ hi=Deva-IN hia=Latn-ZZ hif=Latn-FJ hig=Latn-ZZ
hih=Latn-ZZ hil=Latn-PH hla=Latn-ZZ hlu=Hluw-TR hmd=Plrd-CN hmt=Latn-ZZ hnd=Arab-PK hne=Deva-IN hnj=Hmnp-US hnn=Latn-PH hno=Arab-PK
ho=Latn-PG hoc=Deva-IN hoj=Deva-IN hot=Latn-ZZ hr=Latn-HR hsb=Latn-DE hsn=Hans-CN ht=Latn-HT hu=Latn-HU hui=Latn-ZZ hur=Latn-CA hy=Armn-AM
hz=Latn-NA ia=Latn-001 ian=Latn-ZZ iar=Latn-ZZ iba=Latn-MY ibb=Latn-NG iby=Latn-ZZ ica=Latn-ZZ ich=Latn-ZZ id=Latn-ID idd=Latn-ZZ
idi=Latn-ZZ idu=Latn-ZZ ife=Latn-TG ig=Latn-NG igb=Latn-ZZ ige=Latn-ZZ ii=Yiii-CN ijj=Latn-ZZ ik=Latn-US ikk=Latn-ZZ ikw=Latn-ZZ ikx=Latn-ZZ
ilo=Latn-PH imo=Latn-ZZ in=Latn-ID inh=Cyrl-RU io=Latn-001 iou=Latn-ZZ iri=Latn-ZZ is=Latn-IS it=Latn-IT iu=Cans-CA iw=Hebr-IL iwm=Latn-ZZ
iws=Latn-ZZ izh=Latn-RU izi=Latn-ZZ ja=Jpan-JP jab=Latn-ZZ jam=Latn-JM jar=Latn-ZZ jbo=Latn-001 jbu=Latn-ZZ jen=Latn-ZZ jgk=Latn-ZZ
jgo=Latn-CM ji=Hebr-UA jib=Latn-ZZ jmc=Latn-TZ jml=Deva-NP jra=Latn-ZZ jut=Latn-DK jv=Latn-ID jw=Latn-ID ka=Geor-GE kaa=Cyrl-UZ kab=Latn-DZ
kac=Latn-MM kad=Latn-ZZ kai=Latn-ZZ kaj=Latn-NG kam=Latn-KE kao=Latn-ML kaw=Kawi-ID kbd=Cyrl-RU kbm=Latn-ZZ kbp=Latn-ZZ kbq=Latn-ZZ
kbx=Latn-ZZ kby=Arab-NE kcg=Latn-NG kck=Latn-ZW kcl=Latn-ZZ kct=Latn-ZZ kde=Latn-TZ kdh=Latn-TG kdl=Latn-ZZ kdt=Thai-TH kea=Latn-CV
ken=Latn-CM kez=Latn-ZZ kfo=Latn-CI kfr=Deva-IN kfy=Deva-IN kg=Latn-CD kge=Latn-ID kgf=Latn-ZZ kgp=Latn-BR kha=Latn-IN khb=Talu-CN
khn=Deva-IN khq=Latn-ML khs=Latn-ZZ kht=Mymr-IN khw=Arab-PK khz=Latn-ZZ ki=Latn-KE kij=Latn-ZZ kiu=Latn-TR kiw=Latn-ZZ kj=Latn-NA
kjd=Latn-ZZ kjg=Laoo-LA kjs=Latn-ZZ kjy=Latn-ZZ kk=Cyrl-KZ kk+AF=Arab kk+CN=Arab kk+IR=Arab kk+MN=Arab kkc=Latn-ZZ kkj=Latn-CM kl=Latn-GL
kln=Latn-KE klq=Latn-ZZ klt=Latn-ZZ klx=Latn-ZZ km=Khmr-KH kmb=Latn-AO kmh=Latn-ZZ kmo=Latn-ZZ kms=Latn-ZZ kmu=Latn-ZZ kmw=Latn-ZZ
kn=Knda-IN knf=Latn-GW knp=Latn-ZZ ko=Kore-KR koi=Cyrl-RU kok=Deva-IN kol=Latn-ZZ kos=Latn-FM koz=Latn-ZZ kpe=Latn-LR kpf=Latn-ZZ
kpo=Latn-ZZ kpr=Latn-ZZ kpx=Latn-ZZ kqb=Latn-ZZ kqf=Latn-ZZ kqs=Latn-ZZ kqy=Ethi-ZZ kr=Latn-ZZ krc=Cyrl-RU kri=Latn-SL krj=Latn-PH
krl=Latn-RU krs=Latn-ZZ kru=Deva-IN ks=Arab-IN ksb=Latn-TZ ksd=Latn-ZZ ksf=Latn-CM ksh=Latn-DE ksj=Latn-ZZ ksr=Latn-ZZ ktb=Ethi-ZZ
ktm=Latn-ZZ kto=Latn-ZZ ktr=Latn-MY ku=Latn-TR ku+LB=Arab kub=Latn-ZZ kud=Latn-ZZ kue=Latn-ZZ kuj=Latn-ZZ kum=Cyrl-RU kun=Latn-ZZ
kup=Latn-ZZ kus=Latn-ZZ kv=Cyrl-RU kvg=Latn-ZZ kvr=Latn-ID kvx=Arab-PK kw=Latn-GB kwj=Latn-ZZ kwk=Latn-CA kwo=Latn-ZZ kwq=Latn-ZZ
kxa=Latn-ZZ kxc=Ethi-ZZ kxe=Latn-ZZ kxl=Deva-IN kxm=Thai-TH kxp=Arab-PK kxw=Latn-ZZ kxz=Latn-ZZ ky=Cyrl-KG ky+CN=Arab ky+TR=Latn kye=Latn-ZZ
kyx=Latn-ZZ kzh=Arab-ZZ kzj=Latn-MY kzr=Latn-ZZ kzt=Latn-MY la=Latn-VA lab=Lina-GR lad=Hebr-IL lag=Latn-TZ lah=Arab-PK laj=Latn-UG
las=Latn-ZZ lb=Latn-LU lbe=Cyrl-RU lbu=Latn-ZZ lbw=Latn-ID lcm=Latn-ZZ lcp=Thai-CN ldb=Latn-ZZ led=Latn-ZZ lee=Latn-ZZ lem=Latn-ZZ
lep=Lepc-IN leq=Latn-ZZ leu=Latn-ZZ lez=Cyrl-RU lg=Latn-UG lgg=Latn-ZZ li=Latn-NL lia=Latn-ZZ lid=Latn-ZZ lif=Deva-NP lig=Latn-ZZ
lih=Latn-ZZ lij=Latn-IT lil=Latn-CA lis=Lisu-CN ljp=Latn-ID lki=Arab-IR lkt=Latn-US lle=Latn-ZZ lln=Latn-ZZ lmn=Telu-IN lmo=Latn-IT
lmp=Latn-ZZ ln=Latn-CD lns=Latn-ZZ lnu=Latn-ZZ lo=Laoo-LA loj=Latn-ZZ lok=Latn-ZZ lol=Latn-CD lor=Latn-ZZ los=Latn-ZZ loz=Latn-ZM
lrc=Arab-IR lt=Latn-LT ltg=Latn-LV lu=Latn-CD lua=Latn-CD luo=Latn-KE luy=Latn-KE luz=Arab-IR lv=Latn-LV lwl=Thai-TH lzh=Hans-CN lzz=Latn-TR
mad=Latn-ID maf=Latn-CM mag=Deva-IN mai=Deva-IN mak=Latn-ID man=Latn-GM man+GN=Nkoo mas=Latn-KE maw=Latn-ZZ maz=Latn-MX mbh=Latn-ZZ
mbo=Latn-ZZ mbq=Latn-ZZ mbu=Latn-ZZ mbw=Latn-ZZ mci=Latn-ZZ mcp=Latn-ZZ mcq=Latn-ZZ mcr=Latn-ZZ mcu=Latn-ZZ mda=Latn-ZZ mde=Arab-ZZ
mdf=Cyrl-RU mdh=Latn-PH mdj=Latn-ZZ mdr=Latn-ID mdx=Ethi-ZZ med=Latn-ZZ mee=Latn-ZZ mek=Latn-ZZ men=Latn-SL mer=Latn-KE met=Latn-ZZ
meu=Latn-ZZ mfa=Arab-TH mfe=Latn-MU mfn=Latn-ZZ mfo=Latn-ZZ mfq=Latn-ZZ mg=Latn-MG mgh=Latn-MZ mgl=Latn-ZZ mgo=Latn-CM mgp=Deva-NP
mgy=Latn-TZ mh=Latn-MH mhi=Latn-ZZ mhl=Latn-ZZ mi=Latn-NZ mic=Latn-CA mif=Latn-ZZ min=Latn-ID miw=Latn-ZZ mk=Cyrl-MK mki=Arab-ZZ mkl=Latn-ZZ
mkp=Latn-ZZ mkw=Latn-ZZ ml=Mlym-IN mle=Latn-ZZ mlp=Latn-ZZ mls=Latn-SD mmo=Latn-ZZ mmu=Latn-ZZ mmx=Latn-ZZ mn=Cyrl-MN mn+CN=Mong mna=Latn-ZZ
mnf=Latn-ZZ mni=Beng-IN mnw=Mymr-MM mo=Latn-RO moa=Latn-ZZ moe=Latn-CA moh=Latn-CA mos=Latn-BF mox=Latn-ZZ mpp=Latn-ZZ mps=Latn-ZZ
mpt=Latn-ZZ mpx=Latn-ZZ mql=Latn-ZZ mr=Deva-IN mrd=Deva-NP mrj=Cyrl-RU mro=Mroo-BD ms=Latn-MY ms+CC=Arab mt=Latn-MT mtc=Latn-ZZ mtf=Latn-ZZ
mti=Latn-ZZ mtr=Deva-IN mua=Latn-CM mur=Latn-ZZ mus=Latn-US mva=Latn-ZZ mvn=Latn-ZZ mvy=Arab-PK mwk=Latn-ML mwr=Deva-IN mwv=Latn-ID
mww=Hmnp-US mxc=Latn-ZW mxm=Latn-ZZ my=Mymr-MM myk=Latn-ZZ mym=Ethi-ZZ myv=Cyrl-RU myw=Latn-ZZ myx=Latn-UG myz=Mand-IR mzk=Latn-ZZ
mzm=Latn-ZZ mzn=Arab-IR mzp=Latn-ZZ mzw=Latn-ZZ mzz=Latn-ZZ na=Latn-NR nac=Latn-ZZ naf=Latn-ZZ nak=Latn-ZZ nan=Hans-CN nap=Latn-IT
naq=Latn-NA nas=Latn-ZZ nb=Latn-NO nca=Latn-ZZ nce=Latn-ZZ ncf=Latn-ZZ nch=Latn-MX nco=Latn-ZZ ncu=Latn-ZZ nd=Latn-ZW ndc=Latn-MZ
nds=Latn-DE ne=Deva-NP neb=Latn-ZZ new=Deva-NP nex=Latn-ZZ nfr=Latn-ZZ ng=Latn-NA nga=Latn-ZZ ngb=Latn-ZZ ngl=Latn-MZ nhb=Latn-ZZ
nhe=Latn-MX nhw=Latn-MX nif=Latn-ZZ nii=Latn-ZZ nij=Latn-ID nin=Latn-ZZ niu=Latn-NU niy=Latn-ZZ niz=Latn-ZZ njo=Latn-IN nkg=Latn-ZZ
nko=Latn-ZZ nl=Latn-NL nmg=Latn-CM nmz=Latn-ZZ nn=Latn-NO nnf=Latn-ZZ nnh=Latn-CM nnk=Latn-ZZ nnm=Latn-ZZ nnp=Wcho-IN no=Latn-NO nod=Lana-TH
noe=Deva-IN non=Runr-SE nop=Latn-ZZ nou=Latn-ZZ nqo=Nkoo-GN nr=Latn-ZA nrb=Latn-ZZ nsk=Cans-CA nsn=Latn-ZZ nso=Latn-ZA nss=Latn-ZZ
nst=Tnsa-IN ntm=Latn-ZZ ntr=Latn-ZZ nui=Latn-ZZ nup=Latn-ZZ nus=Latn-SS nuv=Latn-ZZ nux=Latn-ZZ nv=Latn-US nwb=Latn-ZZ nxq=Latn-CN
nxr=Latn-ZZ ny=Latn-MW nym=Latn-TZ nyn=Latn-UG nzi=Latn-GH oc=Latn-FR ogc=Latn-ZZ oj=Cans-CA ojs=Cans-CA oka=Latn-CA okr=Latn-ZZ okv=Latn-ZZ
om=Latn-ET ong=Latn-ZZ onn=Latn-ZZ ons=Latn-ZZ opm=Latn-ZZ or=Orya-IN oro=Latn-ZZ oru=Arab-ZZ os=Cyrl-GE osa=Osge-US ota=Arab-ZZ otk=Orkh-MN
oui=Ougr-143 ozm=Latn-ZZ pa=Guru-IN pa+PK=Arab pag=Latn-PH pal=Phli-IR pam=Latn-PH pap=Latn-AW pau=Latn-PW pbi=Latn-ZZ pcd=Latn-FR
pcm=Latn-NG pdc=Latn-US pdt=Latn-CA ped=Latn-ZZ peo=Xpeo-IR pex=Latn-ZZ pfl=Latn-DE phl=Arab-ZZ phn=Phnx-LB pil=Latn-ZZ pip=Latn-ZZ
pka=Brah-IN pko=Latn-KE pl=Latn-PL pla=Latn-ZZ pms=Latn-IT png=Latn-ZZ pnn=Latn-ZZ pnt=Grek-GR pon=Latn-FM ppa=Deva-IN ppo=Latn-ZZ
pqm=Latn-CA pra=Khar-PK prd=Arab-IR prg=Latn-001 ps=Arab-AF pss=Latn-ZZ pt=Latn-BR ptp=Latn-ZZ puu=Latn-GA pwa=Latn-ZZ qu=Latn-PE
quc=Latn-GT qug=Latn-EC rai=Latn-ZZ raj=Deva-IN rao=Latn-ZZ rcf=Latn-RE rej=Latn-ID rel=Latn-ZZ res=Latn-ZZ rgn=Latn-IT rhg=Rohg-MM
ria=Latn-IN rif=Tfng-MA rif+NL=Latn rjs=Deva-NP rkt=Beng-BD rm=Latn-CH rmf=Latn-FI rmo=Latn-CH rmt=Arab-IR rmu=Latn-SE rn=Latn-BI
rna=Latn-ZZ rng=Latn-MZ ro=Latn-RO rob=Latn-ID rof=Latn-TZ roo=Latn-ZZ rro=Latn-ZZ rtm=Latn-FJ ru=Cyrl-RU rue=Cyrl-UA rug=Latn-SB rw=Latn-RW
rwk=Latn-TZ rwo=Latn-ZZ ryu=Kana-JP sa=Deva-IN saf=Latn-GH sah=Cyrl-RU saq=Latn-KE sas=Latn-ID sat=Olck-IN sav=Latn-SN saz=Saur-IN
sba=Latn-ZZ sbe=Latn-ZZ sbp=Latn-TZ sc=Latn-IT sck=Deva-IN scl=Arab-ZZ scn=Latn-IT sco=Latn-GB sd=Arab-PK sd+IN=Deva sdc=Latn-IT sdh=Arab-IR
se=Latn-NO sef=Latn-CI seh=Latn-MZ sei=Latn-MX ses=Latn-ML sg=Latn-CF sga=Ogam-IE sgs=Latn-LT sgw=Ethi-ZZ sgz=Latn-ZZ shi=Tfng-MA
shk=Latn-ZZ shn=Mymr-MM shu=Arab-ZZ si=Sinh-LK sid=Latn-ET sig=Latn-ZZ sil=Latn-ZZ sim=Latn-ZZ sjr=Latn-ZZ sk=Latn-SK skc=Latn-ZZ
skr=Arab-PK sks=Latn-ZZ sl=Latn-SI sld=Latn-ZZ sli=Latn-PL sll=Latn-ZZ sly=Latn-ID sm=Latn-WS sma=Latn-SE smj=Latn-SE smn=Latn-FI
smp=Samr-IL smq=Latn-ZZ sms=Latn-FI sn=Latn-ZW snc=Latn-ZZ snk=Latn-ML snp=Latn-ZZ snx=Latn-ZZ sny=Latn-ZZ so=Latn-SO sog=Sogd-UZ
sok=Latn-ZZ soq=Latn-ZZ sou=Thai-TH soy=Latn-ZZ spd=Latn-ZZ spl=Latn-ZZ sps=Latn-ZZ sq=Latn-AL sr=Cyrl-RS sr+ME=Latn sr+RO=Latn sr+RU=Latn
sr+TR=Latn srb=Sora-IN srn=Latn-SR srr=Latn-SN srx=Deva-IN ss=Latn-ZA ssd=Latn-ZZ ssg=Latn-ZZ ssy=Latn-ER st=Latn-ZA stk=Latn-ZZ stq=Latn-DE
su=Latn-ID sua=Latn-ZZ sue=Latn-ZZ suk=Latn-TZ sur=Latn-ZZ sus=Latn-GN sv=Latn-SE sw=Latn-TZ swb=Arab-YT swc=Latn-CD swg=Latn-DE swp=Latn-ZZ
swv=Deva-IN sxn=Latn-ID sxw=Latn-ZZ syl=Beng-BD syr=Syrc-IQ szl=Latn-PL ta=Taml-IN taj=Deva-NP tal=Latn-ZZ tan=Latn-ZZ taq=Latn-ZZ
tbc=Latn-ZZ tbd=Latn-ZZ tbf=Latn-ZZ tbg=Latn-ZZ tbo=Latn-ZZ tbw=Latn-PH tbz=Latn-ZZ tci=Latn-ZZ tcy=Knda-IN tdd=Tale-CN tdg=Deva-NP
tdh=Deva-NP tdu=Latn-MY te=Telu-IN ted=Latn-ZZ tem=Latn-SL teo=Latn-UG tet=Latn-TL tfi=Latn-ZZ tg=Cyrl-TJ tg+PK=Arab tgc=Latn-ZZ tgo=Latn-ZZ
tgu=Latn-ZZ th=Thai-TH thl=Deva-NP thq=Deva-NP thr=Deva-NP ti=Ethi-ET tif=Latn-ZZ tig=Ethi-ER tik=Latn-ZZ tim=Latn-ZZ tio=Latn-ZZ
tiv=Latn-NG tk=Latn-TM tkl=Latn-TK tkr=Latn-AZ tkt=Deva-NP tl=Latn-PH tlf=Latn-ZZ tlx=Latn-ZZ tly=Latn-AZ tmh=Latn-NE tmy=Latn-ZZ tn=Latn-ZA
tnh=Latn-ZZ to=Latn-TO tof=Latn-ZZ tog=Latn-MW toq=Latn-ZZ tpi=Latn-PG tpm=Latn-ZZ tpz=Latn-ZZ tqo=Latn-ZZ tr=Latn-TR tru=Latn-TR
trv=Latn-TW trw=Arab-PK ts=Latn-ZA tsd=Grek-GR tsf=Deva-NP tsg=Latn-PH tsj=Tibt-BT tsw=Latn-ZZ tt=Cyrl-RU ttd=Latn-ZZ tte=Latn-ZZ
ttj=Latn-UG ttr=Latn-ZZ tts=Thai-TH ttt=Latn-AZ tuh=Latn-ZZ tul=Latn-ZZ tum=Latn-MW tuq=Latn-ZZ tvd=Latn-ZZ tvl=Latn-TV tvu=Latn-ZZ
twh=Latn-ZZ twq=Latn-NE txg=Tang-CN txo=Toto-IN ty=Latn-PF tya=Latn-ZZ tyv=Cyrl-RU tzm=Latn-MA ubu=Latn-ZZ udi=Aghb-RU udm=Cyrl-RU
ug=Arab-CN ug+KZ=Cyrl ug+MN=Cyrl uga=Ugar-SY uk=Cyrl-UA uli=Latn-FM umb=Latn-AO unr=Beng-IN unr+NP=Deva unx=Beng-IN uok=Latn-ZZ ur=Arab-PK
uri=Latn-ZZ urt=Latn-ZZ urw=Latn-ZZ usa=Latn-ZZ uth=Latn-ZZ utr=Latn-ZZ uvh=Latn-ZZ uvl=Latn-ZZ uz=Latn-UZ uz+AF=Arab uz+CN=Cyrl vag=Latn-ZZ
vai=Vaii-LR van=Latn-ZZ ve=Latn-ZA vec=Latn-IT vep=Latn-RU vi=Latn-VN vic=Latn-SX viv=Latn-ZZ vls=Latn-BE vmf=Latn-DE vmw=Latn-MZ
vo=Latn-001 vot=Latn-RU vro=Latn-EE vun=Latn-TZ vut=Latn-ZZ wa=Latn-BE wae=Latn-CH waj=Latn-ZZ wal=Ethi-ET wan=Latn-ZZ war=Latn-PH
wbp=Latn-AU wbq=Telu-IN wbr=Deva-IN wci=Latn-ZZ wer=Latn-ZZ wgi=Latn-ZZ whg=Latn-ZZ wib=Latn-ZZ wiu=Latn-ZZ wiv=Latn-ZZ wja=Latn-ZZ
wji=Latn-ZZ wls=Latn-WF wmo=Latn-ZZ wnc=Latn-ZZ wni=Arab-KM wnu=Latn-ZZ wo=Latn-SN wob=Latn-ZZ wos=Latn-ZZ wrs=Latn-ZZ wsg=Gong-IN
wsk=Latn-ZZ wtm=Deva-IN wuu=Hans-CN wuv=Latn-ZZ wwa=Latn-ZZ xav=Latn-BR xbi=Latn-ZZ xco=Chrs-UZ xcr=Cari-TR xes=Latn-ZZ xh=Latn-ZA
xla=Latn-ZZ xlc=Lyci-TR xld=Lydi-TR xmf=Geor-GE xmn=Mani-CN xmr=Merc-SD xna=Narb-SA xnr=Deva-IN xog=Latn-UG xon=Latn-ZZ xpr=Prti-IR
xrb=Latn-ZZ xsa=Sarb-YE xsi=Latn-ZZ xsm=Latn-ZZ xsr=Deva-NP xwe=Latn-ZZ yam=Latn-ZZ yao=Latn-MZ yap=Latn-FM yas=Latn-ZZ yat=Latn-ZZ
yav=Latn-CM yay=Latn-ZZ yaz=Latn-ZZ yba=Latn-ZZ ybb=Latn-CM yby=Latn-ZZ yer=Latn-ZZ ygr=Latn-ZZ ygw=Latn-ZZ yi=Hebr-001 yko=Latn-ZZ
yle=Latn-ZZ ylg=Latn-ZZ yll=Latn-ZZ yml=Latn-ZZ yo=Latn-NG yon=Latn-ZZ yrb=Latn-ZZ yre=Latn-ZZ yrl=Latn-BR yss=Latn-ZZ yua=Latn-MX
yue=Hant-HK yue+CN=Hans yuj=Latn-ZZ yut=Latn-ZZ yuw=Latn-ZZ za=Latn-CN zag=Latn-SD zdj=Arab-KM zea=Latn-NL zgh=Tfng-MA zh=Hans-CN zh+AU=Hant
zh+BN=Hant zh+GB=Hant zh+GF=Hant zh+HK=Hant zh+ID=Hant zh+MO=Hant zh+PA=Hant zh+PF=Hant zh+PH=Hant zh+SR=Hant zh+TH=Hant zh+TW=Hant
zh+US=Hant zh+VN=Hant zhx=Nshu-CN zia=Latn-ZZ zkt=Kits-CN zlm=Latn-TG zmi=Latn-MY zne=Latn-ZZ zu=Latn-ZA zza=Latn-TR
"""

  /// The likely regions of languages that are written in another script.
  static let likelyRegions: StaticString = """
arc-Nbat=JO arc-Palm=SY az-Arab=IR cu-Glag=BG en-Shaw=GB ff-Adlm=GN grc-Linb=GR hi-Latn=IN kk-Arab=CN ku-Arab=IQ ku-Yezi=GE ky-Arab=CN
ky-Latn=TR lif-Limb=IN man-Nkoo=GN mn-Mong=CN pa-Arab=PK pal-Phlp=CN sd-Deva=IN sd-Khoj=IN sd-Sind=IN tg-Arab=PK ug-Cyrl=KZ unr-Deva=NP
uz-Arab=AF yue-Hans=CN zh-Bopo=TW zh-Hanb=TW zh-Hant=TW
"""

  /// The languages that stand for others where these are missing.
  static let parents: StaticString = """
en-150=en-001 en-AG=en-001 en-AI=en-001 en-AT=en-150 en-AU=en-001 en-BB=en-001 en-BE=en-150 en-BM=en-001 en-BS=en-001 en-BW=en-001
en-BZ=en-001 en-CC=en-001 en-CH=en-150 en-CK=en-001 en-CM=en-001 en-CX=en-001 en-CY=en-001 en-DE=en-150 en-DG=en-001 en-DK=en-150
en-DM=en-001 en-ER=en-001 en-FI=en-150 en-FJ=en-001 en-FK=en-001 en-FM=en-001 en-GB=en-001 en-GD=en-001 en-GG=en-001 en-GH=en-001
en-GI=en-001 en-GM=en-001 en-GY=en-001 en-HK=en-001 en-IE=en-001 en-IL=en-001 en-IM=en-001 en-IN=en-001 en-IO=en-001 en-JE=en-001
en-JM=en-001 en-KE=en-001 en-KI=en-001 en-KN=en-001 en-KY=en-001 en-LC=en-001 en-LR=en-001 en-LS=en-001 en-MG=en-001 en-MO=en-001
en-MS=en-001 en-MT=en-001 en-MU=en-001 en-MV=en-001 en-MW=en-001 en-MY=en-001 en-NA=en-001 en-NF=en-001 en-NG=en-001 en-NL=en-150
en-NR=en-001 en-NU=en-001 en-NZ=en-001 en-PG=en-001 en-PK=en-001 en-PN=en-001 en-PW=en-001 en-RW=en-001 en-SB=en-001 en-SC=en-001
en-SD=en-001 en-SE=en-150 en-SG=en-001 en-SH=en-001 en-SI=en-150 en-SL=en-001 en-SS=en-001 en-SX=en-001 en-SZ=en-001 en-TC=en-001
en-TK=en-001 en-TO=en-001 en-TT=en-001 en-TV=en-001 en-TZ=en-001 en-UG=en-001 en-VC=en-001 en-VG=en-001 en-VU=en-001 en-WS=en-001
en-ZA=en-001 en-ZM=en-001 en-ZW=en-001 es-AR=es-419 es-BO=es-419 es-BR=es-419 es-BZ=es-419 es-CL=es-419 es-CO=es-419 es-CR=es-419
es-CU=es-419 es-DO=es-419 es-EC=es-419 es-GT=es-419 es-HN=es-419 es-MX=es-419 es-NI=es-419 es-PA=es-419 es-PE=es-419 es-PR=es-419
es-PY=es-419 es-SV=es-419 es-US=es-419 es-UY=es-419 es-VE=es-419 hi-Latn=en-IN nb=no nn=no pt-AO=pt-PT pt-CH=pt-PT pt-CV=pt-PT pt-FR=pt-PT
pt-GQ=pt-PT pt-GW=pt-PT pt-LU=pt-PT pt-MO=pt-PT pt-MZ=pt-PT pt-ST=pt-PT pt-TL=pt-PT zh-Hant-MO=zh-Hant-HK
"""

  /// What languages are called today.
  static let languageAliases: StaticString = """
aa-saaho=ssy aam=aas aar=aa abk=ab adp=dz afr=af agp=apf ais=ami aju=jrb aka=ak alb=sq als=sq amh=am ara=ar arb=ar arg=an arm=hy asd=snz
asm=as aue=ktz ava=av ave=ae aym=ay ayr=ay ayx=nun aze=az azj=az bak=ba bam=bm baq=eu baz=nvo bcc=bal bcl=bik bel=be ben=bn bgm=bcg bh=bho
bhk=fbl bic=bir bih=bho bis=bi bjd=drl bjq=bzc bkb=ebk blg=iba bod=bo bos=bs bre=br btb=beb bul=bg bur=my bxk=luy bxr=bua cat=ca ccq=rki
ces=cs cha=ch che=ce chi=zh chu=cu chv=cv cjr=mom cka=cmr cld=syr cmk=xch cmn=zh cnr=sr-ME cor=kw cos=co coy=pij cqu=quh cre=cr cwd=cr
cym=cy cze=cs daf=dnj dan=da dap=njz deu=de dgo=doi dhd=mwr dik=din diq=zza dit=dif div=dv djl=dze dkl=aqd drh=mn drr=kzk drw=fa-AF dud=uth
duj=dwu dut=nl dwl=dbt dzo=dz ekk=et ell=el elp=amq emk=man eng=en epo=eo esk=ik est=et eus=eu ewe=ee fao=fo fas=fa fat=ak fij=fj fin=fi
fra=fr fre=fr fry=fy fuc=ff ful=ff gav=dev gaz=om gbc=wny gbo=grb geo=ka ger=de gfx=vaj ggn=gvr ggo=esg ggr=gtu gio=aou gla=gd gle=ga glg=gl
gli=kzk glv=gv gno=gon gre=el grn=gn gti=nyc gug=gn guj=gu guv=duz gya=gba hat=ht hau=ha hbs=sr-Latn hdn=hai hea=hmn heb=he her=hz him=srx
hin=hi hmo=ho hrr=jal hrv=hr hun=hu hy-arevmda=hyw hye=hy ibi=opa ibo=ig ice=is ido=io iii=ii ike=iu iku=iu ile=ie ill=ilm ilw=gal in=id
ina=ia ind=id ipk=ik isl=is ita=it iw=he izi=eza jar=jgk jav=jv jeg=oyb ji=yi jpn=ja jw=jv kal=kl kan=kn kas=ks kat=ka kau=kr kaz=kk kdv=zkd
kgc=tdf kgd=ncq kgh=kml khk=mn khm=km kik=ki kin=rw kir=ky kmr=ku knc=kr kng=kg knn=kok koj=kwv kom=kv kon=kg kor=ko kpp=jkm kpv=kv krm=bmf
ktr=dtp kua=kj kur=ku kvs=gdj kwq=yam kxe=tvd kxl=kru kzh=dgl kzj=dtp kzt=dtp lao=lo lat=la lav=lv lbk=bnc leg=enl lii=raq lim=li lin=ln
lit=lt llo=ngt lmm=rmx ltz=lb lub=lu lug=lg lvs=lv mac=mk mah=mh mal=ml mao=mi mar=mr may=ms meg=cir mgx=jbk mhr=chm mkd=mk mlg=mg mlt=mt
mnk=man mnt=wnn mo=ro mof=xnt mol=ro mon=mn mri=mi msa=ms mst=mry mup=raj mwd=dmw mwj=vaj mya=my myd=aog myt=mry nad=xny nau=na nav=nv
nbf=nru nbl=nr nbx=ekc ncp=kdz nde=nd ndo=ng nep=ne nld=nl nln=azd nlr=nrk nno=nn nns=nbr nnx=ngv no-bok=nb no-bokmal=nb no-nyn=nn
no-nynorsk=nn nob=nb noo=dtd nor=no npi=ne nts=pij nxu=bpp nya=ny oci=oc ojg=oj oji=oj ori=or orm=om ory=or oss=os oun=vaj pan=pa pat=kxr
pbu=ps pcr=adx per=fa pes=fa pli=pi plt=mg pmc=huw pmu=phr pnb=lah pol=pl por=pt ppa=bfy ppr=lcq prs=fa-AF pry=prt pus=ps puz=pub que=qu
quz=qu rmr=emx rmy=rom roh=rm ron=ro rum=ro run=rn rus=ru sag=sg san=sa sap=aqt sca=hle scc=sr scr=hr sgl=isk sh=sr-Latn sin=si skk=oyb
slk=sk slo=sk slv=sl sme=se smo=sm sna=sn snd=sd som=so sot=st spa=es spy=kln sqi=sq src=sc srd=sc srp=sr ssw=ss sul=sgd sum=ulw sun=su
swa=sw swc=sw-CD swe=sv swh=sw tah=ty tam=ta tat=tt tdu=dtp tel=te tgg=bjp tgk=tg tgl=fil tha=th thc=tpo thw=ola thx=oyb tib=bo tid=itd
tie=ras tir=ti tkk=twm tl=fil tlw=weo tmp=tyj tne=kak tnf=fa-AF ton=to tsf=taj tsn=tn tso=ts ttq=tmh tuk=tk tur=tr tw=ak twi=ak uig=ug
ukr=uk umu=del unp=wro uok=ema urd=ur uzb=uz uzn=uz ven=ve vie=vi vol=vo wel=cy wgw=wgb wit=nol wiw=nwo wln=wa wol=wo xba=cax xho=xh xia=acn
xkh=waw xpe=kpe xrq=dmw xsj=suj xsl=den ybd=rki ydd=yi yen=ynq yid=yi yiy=yrm yma=lrr ymt=mtm yor=yo yos=zom yuu=yug zai=zap zh-cmn=zh
zh-gan=gan zh-guoyu=zh zh-hakka=hak zh-min-nan=nan zh-wuu=wuu zh-xiang=hsn zh-yue=yue zha=za zho=zh zir=scv zsm=ms zul=zu zyb=za
"""

  /// What regions are called today.
  static let regionAliases: StaticString = """
AN=CW BU=MM CS=RS CT=KI DD=DE DY=BJ FQ=AQ FX=FR HV=BF JT=UM MI=UM NH=VU NQ=AQ NT=SA PC=FM PU=UM PZ=PA QU=EU RH=ZW SU=RU TP=TL UK=GB VD=VN
WK=UM YD=YE YU=RS ZR=CD
"""
}
