/** What Word puts on the clipboard: its own styles and names, paragraphs that look like a list, a table, a picture. */
export const FROM_WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/temp/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri",sans-serif;} @page WordSection1 {size:612pt 792pt;} --></style>
</head><body lang=ES-MX style='word-wrap:break-word'><!--StartFragment-->
<h1><span lang=ES-MX>Primera sesión<o:p></o:p></span></h1>
<p class=MsoNormal style='margin-bottom:8.0pt'><span style='font-size:12.0pt;color:red'>Quiere <b>dirigir</b> <i>mejor</i>,
según <a href="https://norte.example/articulo" style='color:blue'>este artículo</a>.<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span><![endif]>Delegar<o:p></o:p></p>
<table class=MsoTableGrid border=1><tr><td width=200><p class=MsoNormal>Lunes<o:p></o:p></p></td>
<td><p class=MsoNormal>Descansar<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><v:shape id="x" type="#_x0000_t75"><v:imagedata src="file:///C:/temp/image001.png"/></v:shape>
<img width=10 height=10 src="file:///C:/temp/image001.png"><a href="javascript:alert(1)" onclick="alert(2)">Aquí</a></p>
<script>alert(3)</script>
<!--EndFragment--></body></html>`

/** What Google Docs puts there: everything in a `b` that is not bold, styles instead of names. */
export const FROM_DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b">
<h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;">Acuerdos</span></h2>
<p dir="ltr" style="line-height:1.38;"><span style="font-weight:700;font-style:normal;">Escribir</span><span
style="font-weight:400;font-style:italic;"> cada</span><span style="font-weight:400;text-decoration:underline;"> mañana</span></p>
<ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr"
role="presentation"><span>Antes de las nueve</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"
role="presentation"><span>Sin teléfono</span></p></li></ul></ul>
<ol><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Leer</span></p></li></ol>
<p dir="ltr"><a href="https://docs.example/d/1" style="text-decoration:none;"><span
style="color:#1155cc;text-decoration:underline;">El documento</span></a></p>
<p dir="ltr"><span><img src="https://docs.example/p.png" width="602" height="401" /></span></p>
<div><table><tbody><tr><td><p dir="ltr"><span>Martes</span></p></td></tr></tbody></table></div></b>
<br class="Apple-interchange-newline">`
