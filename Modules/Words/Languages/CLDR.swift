// Made by Tests/Languages/cldr from Unicode's CLDR 41, with the plural rules of CLDR 49. Change the tool, not this file.
// The data are © Unicode, Inc.: https://www.unicode.org/copyright.html
// swift-format-ignore-file
enum CLDR {
  /// The plural rules for cardinal numbers: a line for each set of rules, with its languages.
  static let cardinals = """
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
  static let ordinals = """
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

  /// The likely script of languages, each with its likely region (`-`), and of languages in a region (`+`).
  static let likelyScripts = """
Aghb:udi-RU
Ahom:aho-IN
Arab:aeb-TN apc-ZZ apd-TG ar-EG arq-DZ ars-SA ary-MA arz-EG avl-ZZ az+IQ az+IR bal-PK bej-SD bft-PK bgn-PK bqi-IR brh-PK cja-KH ckb-IQ dcc-IN dgl-ZZ fa-IR fia-SD fub-CM gbz-IR gjk-PK gju-PK glk-IR gwc-ZZ gwt-ZZ ha+CM ha+SD haz-AF hnd-PK hno-PK kby-NE khw-PK kk+AF kk+CN kk+IR kk+MN ks-IN ku+LB kvx-PK kxp-PK ky+CN kzh-ZZ lah-PK lki-IR lrc-IR luz-IR mde-ZZ mfa-TH mki-ZZ ms+CC mvy-PK mzn-IR oru-ZZ ota-ZZ pa+PK phl-ZZ prd-IR ps-AF rmt-IR scl-ZZ sd-PK sdh-IR shu-ZZ skr-PK swb-YT tg+PK trw-PK ug-CN ur-PK uz+AF wni-KM zdj-KM
Armi:arc-IR
Armn:hy-AM
Avst:ae-IR
Bamu:bax-CM
Bass:bsq-LR
Beng:as-IN bn-BD bpy-IN grt-IN mni-IN rkt-BD syl-BD unr-IN unx-IN
Brah:pka-IN
Cakm:ccp-BD
Cans:cr-CA crk-CA crl-CA csw-CA iu-CA nsk-CA oj-CA ojs-CA
Cari:xcr-TR
Cham:cjm-VN
Cher:chr-US
Chrs:xco-UZ
Copt:cop-EG
Cprt:grc-CY
Cyrl:ab-GE abq-ZZ ady-RU alt-RU av-RU az+RU ba-RU be-BY bg-BG bua-RU ce-RU chm-RU crh-UA cu-RU cv-RU dar-RU inh-RU kaa-UZ kbd-RU kk-KZ koi-RU krc-RU kum-RU kv-RU ky-KG lbe-RU lez-RU mdf-RU mk-MK mn-MN mrj-RU myv-RU os-GE ru-RU rue-UA sah-RU sr-RS tg-TJ tt-RU tyv-RU udm-RU ug+KZ ug+MN uk-UA uz+CN
Deva:awa-IN bap-NP bfy-IN bgc-IN bhb-IN bhi-IN bho-IN bjj-IN bra-IN brx-IN btv-PK doi-IN dty-NP gbm-IN ggn-NP gom-IN gvr-NP hi-IN hne-IN hoc-IN hoj-IN jml-NP kfr-IN kfy-IN khn-IN kok-IN kru-IN kxl-IN lif-NP mag-IN mai-IN mgp-NP mr-IN mrd-NP mtr-IN mwr-IN ne-NP new-NP noe-IN ppa-IN raj-IN rjs-NP sa-IN sck-IN sd+IN srx-IN swv-IN taj-NP tdg-NP tdh-NP thl-NP thq-NP thr-NP tkt-NP tsf-NP unr+NP wbr-IN wtm-IN xnr-IN xsr-NP
Egyp:egy-EG
Ethi:am-ET bcq-ZZ bji-ZZ bst-ZZ byn-ER drs-ZZ gez-ET gmv-ZZ gof-ZZ hdy-ZZ kqy-ZZ ktb-ZZ kxc-ZZ mdx-ZZ mym-ZZ sgw-ZZ ti-ET tig-ER wal-ET
Geor:ka-GE xmf-GE
Gong:wsg-IN
Gonm:esg-IN
Goth:got-UA
Grek:bgx-TR el-GR pnt-GR tsd-GR
Gujr:gu-IN
Guru:pa-IN
Hans:gan-CN hak-CN hsn-CN lzh-CN nan-CN wuu-CN yue+CN zh-CN
Hant:yue-HK zh+AU zh+BN zh+GB zh+GF zh+HK zh+ID zh+MO zh+PA zh+PF zh+PH zh+SR zh+TH zh+TW zh+US zh+VN
Hebr:he-IL iw-IL ji-UA lad-IL yi-001
Hluw:hlu-TR
Hmnp:hnj-US mww-US
Ital:ett-IT
Jpan:ja-JP
Kali:eky-MM
Kana:ryu-JP
Kawi:kaw-ID
Khar:pra-PK
Khmr:km-KH
Kits:zkt-CN
Knda:kn-IN tcy-IN
Kore:ko-KR
Lana:nod-TH
Laoo:kjg-LA lo-LA
Latn:aa-ET aai-ZZ aak-ZZ aau-ZZ abi-ZZ abr-GH abt-ZZ aby-ZZ acd-ZZ ace-ID ach-UG ada-GH ade-ZZ adj-ZZ adz-ZZ aey-ZZ af-ZA agc-ZZ agd-ZZ agg-ZZ agm-ZZ ago-ZZ agq-CM aha-ZZ ahl-ZZ ajg-ZZ ak-GH ala-ZZ ali-ZZ aln-XK amm-ZZ amn-ZZ amo-NG amp-ZZ an-ES anc-ZZ ank-ZZ ann-ZZ any-ZZ aoj-ZZ aom-ZZ aoz-ID ape-ZZ apr-ZZ aps-ZZ apz-ZZ arh-ZZ arn-CL aro-BO asa-TZ asg-ZZ aso-ZZ ast-ES ata-ZZ atg-ZZ atj-CA auy-ZZ avn-ZZ avt-ZZ avu-ZZ awb-ZZ awo-ZZ awx-ZZ ay-BO ayb-ZZ az-AZ ban-ID bar-AT bas-CM bav-ZZ bba-ZZ bbb-ZZ bbc-ID bbd-ZZ bbj-CM bbp-ZZ bbr-ZZ bcf-ZZ bch-ZZ bci-CI bcm-ZZ bcn-ZZ bco-ZZ bcu-ZZ bdd-ZZ bef-ZZ beh-ZZ bem-ZM bet-ZZ bew-ID bex-ZZ bez-TZ bfd-CM bhg-ZZ bhl-ZZ bhy-ZZ bi-VU bib-ZZ big-ZZ bik-PH bim-ZZ bin-NG bio-ZZ biq-ZZ bjh-ZZ bjn-ID bjo-ZZ bjr-ZZ bjt-SN bjz-ZZ bkc-ZZ bkm-CM bkq-ZZ bku-PH bkv-ZZ bla-CA blg-MY bm-ML bmh-ZZ bmk-ZZ bmq-ML bmu-ZZ bng-ZZ bnm-ZZ bnp-ZZ boj-ZZ bom-ZZ bon-ZZ bqc-ZZ bqp-ZZ bqv-CI br-FR brz-ZZ bs-BA bsj-ZZ bss-CM bto-PH btt-ZZ buc-YT bud-ZZ bug-ID buk-ZZ bum-CM buo-ZZ bus-ZZ buu-ZZ bvb-GQ bwd-ZZ bwr-ZZ bxh-ZZ bye-ZZ byr-ZZ bys-ZZ byv-CM byx-ZZ bza-ZZ bze-ML bzf-ZZ bzh-ZZ bzw-ZZ ca-ES cad-US can-ZZ cbj-ZZ cch-NG ceb-PH cfa-ZZ cgg-UG ch-GU chk-FM cho-US chp-CA cic-US cjv-ZZ ckl-ZZ cko-ZZ cky-ZZ cla-ZZ clc-CA cme-ZZ co-FR cps-PH crg-CA crs-SC cs-CZ csb-PL cy-GB da-DK dad-ZZ daf-CI dag-ZZ dah-ZZ dak-US dav-KE dbd-ZZ dbq-ZZ ddn-ZZ de-DE ded-ZZ den-CA dga-ZZ dgh-ZZ dgi-ZZ dgr-CA dgz-ZZ dia-ZZ dje-NE dnj-CI dob-ZZ dop-ZZ dow-ZZ dri-ZZ dsb-DE dtm-ML dtp-MY dts-ZZ dua-CM duc-ZZ dud-ZZ dug-ZZ dva-ZZ dww-ZZ dyo-SN dyu-BF dzg-ZZ ebu-KE ee-GH efi-NG egl-IT eka-ZZ ema-ZZ emi-ZZ en-US enn-ZZ enq-ZZ eo-001 eri-ZZ es-ES esu-US et-EE etr-ZZ etu-ZZ etx-ZZ eu-ES ewo-CM ext-ES eza-ZZ faa-ZZ fab-ZZ fag-ZZ fai-ZZ fan-GQ ff-SN ffi-ZZ ffm-ML fi-FI fil-PH fit-SE fj-FJ flr-ZZ fmp-ZZ fo-FO fod-ZZ fon-BJ for-ZZ fpe-ZZ fqs-ZZ fr-FR frc-US frp-FR frr-DE frs-DE fud-WF fue-ZZ fuf-GN fuh-ZZ fuq-NE fur-IT fuv-NG fuy-ZZ fvr-SD fy-NL ga-IE gaa-GH gaf-ZZ gag-MD gah-ZZ gaj-ZZ gam-ZZ gaw-ZZ gay-ID gba-ZZ gbf-ZZ gby-ZZ gcr-GF gd-GB gde-ZZ gdn-ZZ gdr-ZZ geb-ZZ gej-ZZ gel-ZZ gfk-ZZ ghs-ZZ gil-KI gim-ZZ gjn-ZZ gkn-ZZ gkp-ZZ gl-ES gmm-ZZ gn-PY gnd-ZZ gng-ZZ god-ZZ goi-ZZ gor-ID gos-NL grb-ZZ grw-ZZ gsw-CH gub-BR guc-CO gud-ZZ gur-GH guw-ZZ gux-ZZ guz-KE gv-IM gvf-ZZ gvs-ZZ gwi-CA gyi-ZZ ha-NG hag-ZZ ham-ZZ haw-US hbb-ZZ hhy-ZZ hia-ZZ hif-FJ hig-ZZ hih-ZZ hil-PH hla-ZZ hmt-ZZ hnn-PH ho-PG hot-ZZ hr-HR hsb-DE ht-HT hu-HU hui-ZZ hur-CA hz-NA ia-001 ian-ZZ iar-ZZ iba-MY ibb-NG iby-ZZ ica-ZZ ich-ZZ id-ID idd-ZZ idi-ZZ idu-ZZ ife-TG ig-NG igb-ZZ ige-ZZ ijj-ZZ ik-US ikk-ZZ ikw-ZZ ikx-ZZ ilo-PH imo-ZZ in-ID io-001 iou-ZZ iri-ZZ is-IS it-IT iwm-ZZ iws-ZZ izh-RU izi-ZZ jab-ZZ jam-JM jar-ZZ jbo-001 jbu-ZZ jen-ZZ jgk-ZZ jgo-CM jib-ZZ jmc-TZ jra-ZZ jut-DK jv-ID jw-ID kab-DZ kac-MM kad-ZZ kai-ZZ kaj-NG kam-KE kao-ML kbm-ZZ kbp-ZZ kbq-ZZ kbx-ZZ kcg-NG kck-ZW kcl-ZZ kct-ZZ kde-TZ kdh-TG kdl-ZZ kea-CV ken-CM kez-ZZ kfo-CI kg-CD kge-ID kgf-ZZ kgp-BR kha-IN khq-ML khs-ZZ khz-ZZ ki-KE kij-ZZ kiu-TR kiw-ZZ kj-NA kjd-ZZ kjs-ZZ kjy-ZZ kkc-ZZ kkj-CM kl-GL kln-KE klq-ZZ klt-ZZ klx-ZZ kmb-AO kmh-ZZ kmo-ZZ kms-ZZ kmu-ZZ kmw-ZZ knf-GW knp-ZZ kol-ZZ kos-FM koz-ZZ kpe-LR kpf-ZZ kpo-ZZ kpr-ZZ kpx-ZZ kqb-ZZ kqf-ZZ kqs-ZZ kr-ZZ kri-SL krj-PH krl-RU krs-ZZ ksb-TZ ksd-ZZ ksf-CM ksh-DE ksj-ZZ ksr-ZZ ktm-ZZ kto-ZZ ktr-MY ku-TR kub-ZZ kud-ZZ kue-ZZ kuj-ZZ kun-ZZ kup-ZZ kus-ZZ kvg-ZZ kvr-ID kw-GB kwj-ZZ kwk-CA kwo-ZZ kwq-ZZ kxa-ZZ kxe-ZZ kxw-ZZ kxz-ZZ ky+TR kye-ZZ kyx-ZZ kzj-MY kzr-ZZ kzt-MY la-VA lag-TZ laj-UG las-ZZ lb-LU lbu-ZZ lbw-ID lcm-ZZ ldb-ZZ led-ZZ lee-ZZ lem-ZZ leq-ZZ leu-ZZ lg-UG lgg-ZZ li-NL lia-ZZ lid-ZZ lig-ZZ lih-ZZ lij-IT lil-CA ljp-ID lkt-US lle-ZZ lln-ZZ lmo-IT lmp-ZZ ln-CD lns-ZZ lnu-ZZ loj-ZZ lok-ZZ lol-CD lor-ZZ los-ZZ loz-ZM lt-LT ltg-LV lu-CD lua-CD luo-KE luy-KE lv-LV lzz-TR mad-ID maf-CM mak-ID man-GM mas-KE maw-ZZ maz-MX mbh-ZZ mbo-ZZ mbq-ZZ mbu-ZZ mbw-ZZ mci-ZZ mcp-ZZ mcq-ZZ mcr-ZZ mcu-ZZ mda-ZZ mdh-PH mdj-ZZ mdr-ID med-ZZ mee-ZZ mek-ZZ men-SL mer-KE met-ZZ meu-ZZ mfe-MU mfn-ZZ mfo-ZZ mfq-ZZ mg-MG mgh-MZ mgl-ZZ mgo-CM mgy-TZ mh-MH mhi-ZZ mhl-ZZ mi-NZ mic-CA mif-ZZ min-ID miw-ZZ mkl-ZZ mkp-ZZ mkw-ZZ mle-ZZ mlp-ZZ mls-SD mmo-ZZ mmu-ZZ mmx-ZZ mna-ZZ mnf-ZZ mo-RO moa-ZZ moe-CA moh-CA mos-BF mox-ZZ mpp-ZZ mps-ZZ mpt-ZZ mpx-ZZ mql-ZZ ms-MY mt-MT mtc-ZZ mtf-ZZ mti-ZZ mua-CM mur-ZZ mus-US mva-ZZ mvn-ZZ mwk-ML mwv-ID mxc-ZW mxm-ZZ myk-ZZ myw-ZZ myx-UG mzk-ZZ mzm-ZZ mzp-ZZ mzw-ZZ mzz-ZZ na-NR nac-ZZ naf-ZZ nak-ZZ nap-IT naq-NA nas-ZZ nb-NO nca-ZZ nce-ZZ ncf-ZZ nch-MX nco-ZZ ncu-ZZ nd-ZW ndc-MZ nds-DE neb-ZZ nex-ZZ nfr-ZZ ng-NA nga-ZZ ngb-ZZ ngl-MZ nhb-ZZ nhe-MX nhw-MX nif-ZZ nii-ZZ nij-ID nin-ZZ niu-NU niy-ZZ niz-ZZ njo-IN nkg-ZZ nko-ZZ nl-NL nmg-CM nmz-ZZ nn-NO nnf-ZZ nnh-CM nnk-ZZ nnm-ZZ no-NO nop-ZZ nou-ZZ nr-ZA nrb-ZZ nsn-ZZ nso-ZA nss-ZZ ntm-ZZ ntr-ZZ nui-ZZ nup-ZZ nus-SS nuv-ZZ nux-ZZ nv-US nwb-ZZ nxq-CN nxr-ZZ ny-MW nym-TZ nyn-UG nzi-GH oc-FR ogc-ZZ oka-CA okr-ZZ okv-ZZ om-ET ong-ZZ onn-ZZ ons-ZZ opm-ZZ oro-ZZ ozm-ZZ pag-PH pam-PH pap-AW pau-PW pbi-ZZ pcd-FR pcm-NG pdc-US pdt-CA ped-ZZ pex-ZZ pfl-DE pil-ZZ pip-ZZ pko-KE pl-PL pla-ZZ pms-IT png-ZZ pnn-ZZ pon-FM ppo-ZZ pqm-CA prg-001 pss-ZZ pt-BR ptp-ZZ puu-GA pwa-ZZ qu-PE quc-GT qug-EC rai-ZZ rao-ZZ rcf-RE rej-ID rel-ZZ res-ZZ rgn-IT ria-IN rif+NL rm-CH rmf-FI rmo-CH rmu-SE rn-BI rna-ZZ rng-MZ ro-RO rob-ID rof-TZ roo-ZZ rro-ZZ rtm-FJ rug-SB rw-RW rwk-TZ rwo-ZZ saf-GH saq-KE sas-ID sav-SN sba-ZZ sbe-ZZ sbp-TZ sc-IT scn-IT sco-GB sdc-IT se-NO sef-CI seh-MZ sei-MX ses-ML sg-CF sgs-LT sgz-ZZ shk-ZZ sid-ET sig-ZZ sil-ZZ sim-ZZ sjr-ZZ sk-SK skc-ZZ sks-ZZ sl-SI sld-ZZ sli-PL sll-ZZ sly-ID sm-WS sma-SE smj-SE smn-FI smq-ZZ sms-FI sn-ZW snc-ZZ snk-ML snp-ZZ snx-ZZ sny-ZZ so-SO sok-ZZ soq-ZZ soy-ZZ spd-ZZ spl-ZZ sps-ZZ sq-AL sr+ME sr+RO sr+RU sr+TR srn-SR srr-SN ss-ZA ssd-ZZ ssg-ZZ ssy-ER st-ZA stk-ZZ stq-DE su-ID sua-ZZ sue-ZZ suk-TZ sur-ZZ sus-GN sv-SE sw-TZ swc-CD swg-DE swp-ZZ sxn-ID sxw-ZZ szl-PL tal-ZZ tan-ZZ taq-ZZ tbc-ZZ tbd-ZZ tbf-ZZ tbg-ZZ tbo-ZZ tbw-PH tbz-ZZ tci-ZZ tdu-MY ted-ZZ tem-SL teo-UG tet-TL tfi-ZZ tgc-ZZ tgo-ZZ tgu-ZZ tif-ZZ tik-ZZ tim-ZZ tio-ZZ tiv-NG tk-TM tkl-TK tkr-AZ tl-PH tlf-ZZ tlx-ZZ tly-AZ tmh-NE tmy-ZZ tn-ZA tnh-ZZ to-TO tof-ZZ tog-MW toq-ZZ tpi-PG tpm-ZZ tpz-ZZ tqo-ZZ tr-TR tru-TR trv-TW ts-ZA tsg-PH tsw-ZZ ttd-ZZ tte-ZZ ttj-UG ttr-ZZ ttt-AZ tuh-ZZ tul-ZZ tum-MW tuq-ZZ tvd-ZZ tvl-TV tvu-ZZ twh-ZZ twq-NE ty-PF tya-ZZ tzm-MA ubu-ZZ uli-FM umb-AO uok-ZZ uri-ZZ urt-ZZ urw-ZZ usa-ZZ uth-ZZ utr-ZZ uvh-ZZ uvl-ZZ uz-UZ vag-ZZ van-ZZ ve-ZA vec-IT vep-RU vi-VN vic-SX viv-ZZ vls-BE vmf-DE vmw-MZ vo-001 vot-RU vro-EE vun-TZ vut-ZZ wa-BE wae-CH waj-ZZ wan-ZZ war-PH wbp-AU wci-ZZ wer-ZZ wgi-ZZ whg-ZZ wib-ZZ wiu-ZZ wiv-ZZ wja-ZZ wji-ZZ wls-WF wmo-ZZ wnc-ZZ wnu-ZZ wo-SN wob-ZZ wos-ZZ wrs-ZZ wsk-ZZ wuv-ZZ wwa-ZZ xav-BR xbi-ZZ xes-ZZ xh-ZA xla-ZZ xog-UG xon-ZZ xrb-ZZ xsi-ZZ xsm-ZZ xwe-ZZ yam-ZZ yao-MZ yap-FM yas-ZZ yat-ZZ yav-CM yay-ZZ yaz-ZZ yba-ZZ ybb-CM yby-ZZ yer-ZZ ygr-ZZ ygw-ZZ yko-ZZ yle-ZZ ylg-ZZ yll-ZZ yml-ZZ yo-NG yon-ZZ yrb-ZZ yre-ZZ yrl-BR yss-ZZ yua-MX yuj-ZZ yut-ZZ yuw-ZZ za-CN zag-SD zea-NL zia-ZZ zlm-TG zmi-MY zne-ZZ zu-ZA zza-TR
Lepc:lep-IN
Lina:lab-GR
Lisu:lis-CN
Lyci:xlc-TR
Lydi:xld-TR
Mand:myz-IR
Mani:xmn-CN
Medf:dmf-NG
Merc:xmr-SD
Mlym:ml-IN
Mong:drh-CN mn+CN
Mroo:mro-BD
Mymr:kht-IN mnw-MM my-MM shn-MM
Narb:xna-SA
Nkoo:man+GN nqo-GN
Nshu:zhx-CN
Ogam:sga-IE
Olck:sat-IN
Orkh:otk-MN
Orya:or-IN
Osge:osa-US
Ougr:oui-143
Pauc:ctd-MM
Phli:pal-IR
Phnx:phn-LB
Plrd:hmd-CN
Prti:xpr-IR
Rohg:rhg-MM
Runr:non-SE
Samr:smp-IL
Sarb:xsa-YE
Saur:saz-IN
Sgnw:ase-US
Sinh:si-LK
Sogd:sog-UZ
Sora:srb-IN
Soyo:cmg-MN
Syrc:syr-IQ
Tale:tdd-CN
Talu:khb-CN
Taml:bfq-IN ta-IN
Tang:txg-CN
Tavt:blt-VN
Telu:gon-IN lmn-IN te-IN wbq-IN
Tfng:rif-MA shi-MA zgh-MA
Thaa:dv-MV
Thai:kdt-TH kxm-TH lcp-CN lwl-TH sou-TH th-TH tts-TH
Tibt:adp-BT bo-CN dz-BT tsj-BT
Tnsa:nst-IN
Toto:txo-IN
Ugar:uga-SY
Vaii:vai-LR
Wcho:nnp-IN
Xpeo:peo-IR
Xsux:akk-IQ
Yiii:ii-CN
"""

  /// The likely regions of languages that are written in another script.
  static let likelyRegions = """
arc-Nbat-JO arc-Palm-SY az-Arab-IR cu-Glag-BG en-Shaw-GB ff-Adlm-GN grc-Linb-GR hi-Latn-IN kk-Arab-CN ku-Arab-IQ ku-Yezi-GE ky-Arab-CN ky-Latn-TR lif-Limb-IN man-Nkoo-GN mn-Mong-CN pa-Arab-PK pal-Phlp-CN sd-Deva-IN sd-Khoj-IN sd-Sind-IN tg-Arab-PK ug-Cyrl-KZ unr-Deva-NP uz-Arab-AF yue-Hans-CN zh-Bopo-TW zh-Hanb-TW zh-Hant-TW
"""

  /// The languages that stand for others where these are missing.
  static let parents = """
en-001:en-150 en-AG en-AI en-AU en-BB en-BM en-BS en-BW en-BZ en-CC en-CK en-CM en-CX en-CY en-DG en-DM en-ER en-FJ en-FK en-FM en-GB en-GD en-GG en-GH en-GI en-GM en-GY en-HK en-IE en-IL en-IM en-IN en-IO en-JE en-JM en-KE en-KI en-KN en-KY en-LC en-LR en-LS en-MG en-MO en-MS en-MT en-MU en-MV en-MW en-MY en-NA en-NF en-NG en-NR en-NU en-NZ en-PG en-PK en-PN en-PW en-RW en-SB en-SC en-SD en-SG en-SH en-SL en-SS en-SX en-SZ en-TC en-TK en-TO en-TT en-TV en-TZ en-UG en-VC en-VG en-VU en-WS en-ZA en-ZM en-ZW
en-150:en-AT en-BE en-CH en-DE en-DK en-FI en-NL en-SE en-SI
en-IN:hi-Latn
es-419:es-AR es-BO es-BR es-BZ es-CL es-CO es-CR es-CU es-DO es-EC es-GT es-HN es-MX es-NI es-PA es-PE es-PR es-PY es-SV es-US es-UY es-VE
no:nb nn
pt-PT:pt-AO pt-CH pt-CV pt-FR pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-ST pt-TL
zh-Hant-HK:zh-Hant-MO
"""

  /// What languages are called today.
  static let languageAliases = """
aa-saaho=ssy aam=aas aar=aa abk=ab adp=dz afr=af agp=apf ais=ami aju=jrb aka=ak alb=sq als=sq amh=am ara=ar arb=ar arg=an arm=hy asd=snz asm=as aue=ktz ava=av ave=ae aym=ay ayr=ay ayx=nun aze=az azj=az bak=ba bam=bm baq=eu baz=nvo bcc=bal bcl=bik bel=be ben=bn bgm=bcg bh=bho bhk=fbl bic=bir bih=bho bis=bi bjd=drl bjq=bzc bkb=ebk blg=iba bod=bo bos=bs bre=br btb=beb bul=bg bur=my bxk=luy bxr=bua cat=ca ccq=rki ces=cs cha=ch che=ce chi=zh chu=cu chv=cv cjr=mom cka=cmr cld=syr cmk=xch cmn=zh cnr=sr-ME cor=kw cos=co coy=pij cqu=quh cre=cr cwd=cr cym=cy cze=cs daf=dnj dan=da dap=njz deu=de dgo=doi dhd=mwr dik=din diq=zza dit=dif div=dv djl=dze dkl=aqd drh=mn drr=kzk drw=fa-AF dud=uth duj=dwu dut=nl dwl=dbt dzo=dz ekk=et ell=el elp=amq emk=man eng=en epo=eo esk=ik est=et eus=eu ewe=ee fao=fo fas=fa fat=ak fij=fj fin=fi fra=fr fre=fr fry=fy fuc=ff ful=ff gav=dev gaz=om gbc=wny gbo=grb geo=ka ger=de gfx=vaj ggn=gvr ggo=esg ggr=gtu gio=aou gla=gd gle=ga glg=gl gli=kzk glv=gv gno=gon gre=el grn=gn gti=nyc gug=gn guj=gu guv=duz gya=gba hat=ht hau=ha hbs=sr-Latn hdn=hai hea=hmn heb=he her=hz him=srx hin=hi hmo=ho hrr=jal hrv=hr hun=hu hy-arevmda=hyw hye=hy ibi=opa ibo=ig ice=is ido=io iii=ii ike=iu iku=iu ile=ie ill=ilm ilw=gal in=id ina=ia ind=id ipk=ik isl=is ita=it iw=he izi=eza jar=jgk jav=jv jeg=oyb ji=yi jpn=ja jw=jv kal=kl kan=kn kas=ks kat=ka kau=kr kaz=kk kdv=zkd kgc=tdf kgd=ncq kgh=kml khk=mn khm=km kik=ki kin=rw kir=ky kmr=ku knc=kr kng=kg knn=kok koj=kwv kom=kv kon=kg kor=ko kpp=jkm kpv=kv krm=bmf ktr=dtp kua=kj kur=ku kvs=gdj kwq=yam kxe=tvd kxl=kru kzh=dgl kzj=dtp kzt=dtp lao=lo lat=la lav=lv lbk=bnc leg=enl lii=raq lim=li lin=ln lit=lt llo=ngt lmm=rmx ltz=lb lub=lu lug=lg lvs=lv mac=mk mah=mh mal=ml mao=mi mar=mr may=ms meg=cir mgx=jbk mhr=chm mkd=mk mlg=mg mlt=mt mnk=man mnt=wnn mo=ro mof=xnt mol=ro mon=mn mri=mi msa=ms mst=mry mup=raj mwd=dmw mwj=vaj mya=my myd=aog myt=mry nad=xny nau=na nav=nv nbf=nru nbl=nr nbx=ekc ncp=kdz nde=nd ndo=ng nep=ne nld=nl nln=azd nlr=nrk nno=nn nns=nbr nnx=ngv no-bok=nb no-bokmal=nb no-nyn=nn no-nynorsk=nn nob=nb noo=dtd nor=no npi=ne nts=pij nxu=bpp nya=ny oci=oc ojg=oj oji=oj ori=or orm=om ory=or oss=os oun=vaj pan=pa pat=kxr pbu=ps pcr=adx per=fa pes=fa pli=pi plt=mg pmc=huw pmu=phr pnb=lah pol=pl por=pt ppa=bfy ppr=lcq prs=fa-AF pry=prt pus=ps puz=pub que=qu quz=qu rmr=emx rmy=rom roh=rm ron=ro rum=ro run=rn rus=ru sag=sg san=sa sap=aqt sca=hle scc=sr scr=hr sgl=isk sh=sr-Latn sin=si skk=oyb slk=sk slo=sk slv=sl sme=se smo=sm sna=sn snd=sd som=so sot=st spa=es spy=kln sqi=sq src=sc srd=sc srp=sr ssw=ss sul=sgd sum=ulw sun=su swa=sw swc=sw-CD swe=sv swh=sw tah=ty tam=ta tat=tt tdu=dtp tel=te tgg=bjp tgk=tg tgl=fil tha=th thc=tpo thw=ola thx=oyb tib=bo tid=itd tie=ras tir=ti tkk=twm tl=fil tlw=weo tmp=tyj tne=kak tnf=fa-AF ton=to tsf=taj tsn=tn tso=ts ttq=tmh tuk=tk tur=tr tw=ak twi=ak uig=ug ukr=uk umu=del unp=wro uok=ema urd=ur uzb=uz uzn=uz ven=ve vie=vi vol=vo wel=cy wgw=wgb wit=nol wiw=nwo wln=wa wol=wo xba=cax xho=xh xia=acn xkh=waw xpe=kpe xrq=dmw xsj=suj xsl=den ybd=rki ydd=yi yen=ynq yid=yi yiy=yrm yma=lrr ymt=mtm yor=yo yos=zom yuu=yug zai=zap zh-cmn=zh zh-gan=gan zh-guoyu=zh zh-hakka=hak zh-min-nan=nan zh-wuu=wuu zh-xiang=hsn zh-yue=yue zha=za zho=zh zir=scv zsm=ms zul=zu zyb=za
"""

  /// What regions are called today.
  static let regionAliases = """
AN=CW BU=MM CS=RS CT=KI DD=DE DY=BJ FQ=AQ FX=FR HV=BF JT=UM MI=UM NH=VU NQ=AQ NT=SA PC=FM PU=UM PZ=PA QU=EU RH=ZW SU=RU TP=TL UK=GB VD=VN WK=UM YD=YE YU=RS ZR=CD
"""
}
